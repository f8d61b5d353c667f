// The element, which lies beside this module once both are built; that is all the launcher knows of it.
export {};
