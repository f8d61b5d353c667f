// The little of Node that the store of files uses. Its own types would change the globals of every other source.
declare module "node:fs/promises" {
  interface Handle {
    appendFile(data: string | Uint8Array): Promise<void>;
    writeFile(data: string | Uint8Array): Promise<void>;
    read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
    stat(): Promise<{ size: number }>;
    truncate(length: number): Promise<void>;
    datasync(): Promise<void>;
    sync(): Promise<void>;
    close(): Promise<void>;
  }
  interface Entry {
    readonly name: string;
    isDirectory(): boolean;
  }
  export function open(path: string, flags: string, mode?: number): Promise<Handle>;
  export function readFile(path: string): Promise<Uint8Array<ArrayBuffer>>;
  export function readFile(path: string, encoding: "utf8"): Promise<string>;
  export function writeFile(path: string, data: string | Uint8Array, options: { mode: number; flush?: boolean }): Promise<void>;
  export function readdir(path: string): Promise<string[]>;
  export function readdir(path: string, options: { withFileTypes: true }): Promise<Entry[]>;
  export function mkdir(path: string, options: { recursive?: boolean; mode: number }): Promise<string | undefined>;
  export function rename(from: string, to: string): Promise<void>;
  export function link(from: string, to: string): Promise<void>;
  export function rm(path: string, options: { recursive?: boolean; force: boolean }): Promise<void>;
  export function stat(path: string): Promise<{ mtimeMs: number }>;
  export function utimes(path: string, at: number, changed: number): Promise<void>;
}
declare module "node:path" {
  export function join(...parts: string[]): string;
  export function resolve(...parts: string[]): string;
}
declare module "node:crypto" {
  export function createHash(name: string): { update(text: string): { digest(form: "hex"): string } };
  export function randomUUID(): string;
}
declare module "node:os" {
  export function hostname(): string;
}
declare module "node:process" {
  export const pid: number;
  export function kill(pid: number, signal: 0): true;
}
