/** A file that is in parts of equal size, the last one perhaps smaller. */
export interface FileInParts {
  /** Path of the whole file. */
  path: string;
  /** Bytes of the whole file. */
  bytes: number;
  /** Number of parts. */
  parts: number;
}

/** Paths of the parts in their order, and the bytes of each: `onnx/model.onnx` is in `onnx/model.part-1.onnx` and so on. */
export function partsOf({ path, bytes, parts }: FileInParts): { path: string; bytes: number }[] {
  const most = Math.ceil(bytes / parts);
  const dot = path.lastIndexOf('.');
  return Array.from({ length: parts }, (_, at) => ({
    path: `${path.slice(0, dot)}.part-${at + 1}${path.slice(dot)}`,
    bytes: Math.min(most, bytes - at * most),
  }));
}
