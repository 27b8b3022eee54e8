/** A part of a form; a file travels by reference. */
export interface FormPart {
  /** Name of the form field. */
  name: string | null;
  /** Null if the part is a plain field. */
  filename: string | null;
  content: Blob;
}

/** A request whose form goes beside it, so that nobody reads a file whole. */
export interface HandedRequest {
  address: string;
  method: string;
  headers: [string, string][];
  parts: FormPart[];
}

/** What a page hands to the service worker with a port, instead of sending it with `fetch`. */
export interface HandedForm extends HandedRequest {
  type: typeof HANDED_FORM;
  /** Name of the Web Lock that the worker holds until it has answered: if it is free, the worker has ended. */
  lock: string;
}

export const HANDED_FORM = 'earshot-handed-form';

/** The worker's second message through the port. Its first is null: it has taken the form. Any message to it aborts. */
export interface HandedResponse {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: string;
}

export function handedRequest(
  address: string,
  { method = 'GET', headers }: RequestInit,
  form: FormData,
): HandedRequest {
  const sent = new Headers(headers);
  sent.set('content-type', 'multipart/form-data');
  const parts = Array.from(form, ([name, value]) =>
    typeof value === 'string'
      ? { name, filename: null, content: new Blob([value]) }
      : { name, filename: value.name, content: value },
  );
  return { address, method, headers: [...sent], parts };
}
