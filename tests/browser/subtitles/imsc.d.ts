/** The parts of IMSC's reference renderer that the tests call; it has no types of its own. */
declare module 'imsc/dist/imsc.all.min.js' {
  /** Each returns whether reading ends there. */
  interface OnFault {
    info: (message: string) => boolean;
    warn: (message: string) => boolean;
    error: (message: string) => boolean;
    fatal: (message: string) => boolean;
  }
  interface Read {
    getMediaTimeEvents(): number[];
  }
  function fromXML(file: string, onFault: OnFault): Read | null;
  function generateISD(read: Read | null, seconds: number, onFault: OnFault): object;
  function renderHTML(
    isd: object,
    element: HTMLElement,
    imageOf: null,
    height: number,
    width: number,
    forcedOnly: boolean,
    onFault: OnFault,
  ): void;
}
