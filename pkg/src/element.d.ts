// The element lies beside this module; its types refer to this one's, and not the other way round.
declare module "colloquy/element";
