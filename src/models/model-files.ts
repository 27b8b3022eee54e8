/**
 * Opens files of an installed model, wherever it lies (this browser's storage, or /models/ on the app's own origin).
 * Usable in pages and workers. Throws AppError 503 `model_missing` where the file is not installed.
 */
export interface ModelFileSource {
  /** A Response with the file's bytes and its content-length; never leaves for another host. */
  open(modelId: string, path: string): Promise<Response>;
}
