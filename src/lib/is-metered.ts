/** Whether megabytes may cost here, as far as the browser says: some say nothing. */
export function isMetered(connection: unknown = Reflect.get(navigator, 'connection')): boolean {
  const { saveData, type } = Object(connection) as { saveData?: unknown; type?: unknown };
  return saveData === true || type === 'cellular';
}
