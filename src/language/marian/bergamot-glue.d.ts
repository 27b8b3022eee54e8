declare module 'virtual:bergamot-glue' {
  /** Starts the WebAssembly with these options, which become its interface. */
  const start: (module: object) => void;
  export default start;
}
