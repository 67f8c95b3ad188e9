/** The bytes of the WebAssembly module, put there by the build. */
declare module "tinygpt-wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
