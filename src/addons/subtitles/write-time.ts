/** 3723004 ms → "01:02:03.004", with the format's mark between seconds and milliseconds. */
export function writeTime(milliseconds: number, mark: '.' | ','): string {
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  const seconds = Math.floor(milliseconds / 1000);
  const hours = digits(Math.floor(seconds / 3600), 2);
  const minutes = digits(Math.floor(seconds / 60) % 60, 2);
  return `${hours}:${minutes}:${digits(seconds % 60, 2)}${mark}${digits(milliseconds % 1000, 3)}`;
}
