const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** `Today, 3:05 PM`, `14 Mar, 9:12 AM`, with the year if it is not the current one. */
export function formatDate(date: Date, now = new Date()): string {
  if (date.toDateString() === now.toDateString()) return `Today, ${time.format(date)}`;
  const form = date.getFullYear() === now.getFullYear() ? day : dayOfYear;
  return `${form.format(date)}, ${time.format(date)}`;
}
