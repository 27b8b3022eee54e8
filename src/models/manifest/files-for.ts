/** The files of a model that a device needs. */
export const filesFor = <File extends { devices?: readonly string[] | undefined }>(
  { files }: { files: readonly File[] },
  on: string,
): File[] => files.filter(({ devices }) => !devices || devices.includes(on));
