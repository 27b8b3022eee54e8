export const SENT_FORM = 'earshot-sent-form';

/** What a page sends to the service worker just before the browser posts one of its forms to this site: not every page names a referrer. */
export interface SentForm {
  type: typeof SENT_FORM;
  /** Where to; without its fragment, which no request has. */
  address: string;
}
