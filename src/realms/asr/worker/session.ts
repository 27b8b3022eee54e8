import { type ProxyMethods, releaseProxy } from 'comlink';
import type {
  AsrEngine,
  OnText,
  TranscribeOptions,
  WindowTranscript,
} from '../../../engine/asr/asr-engine.ts';
import { UNCALIBRATED } from '../../../engine/asr/fusion/calibration.ts';
import { FusionEngine, type FusionMember } from '../../../engine/asr/fusion/fusion-engine.ts';
import { LazyLanguageFinder } from '../../../engine/asr/languages/lazy-language-finder.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import { compileAhead } from '../../../engine/kernels/index.ts';
import { appAddress } from '../../../lib/addresses/app-origin.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import { detectCapabilities } from '../../../models/device/capabilities.ts';
import { CPU_BUILD } from '../../../models/device/cpu-build.ts';
import { findSpeechModel } from '../../../models/own/own-models.ts';
import type { AsrWorkerApi, LoadedAsr } from '../shared/api.ts';
import { type LoadedEngine, loadEngine } from './load-engine.ts';
import { loadInstalledFinder } from './load-installed-finder.ts';

type OnProgress = (fraction: number) => void;

const TEXT_INTERVAL_MS = 250;

/** Holds the loaded ASR model, or the two that vote. */
export class AsrSession implements AsrWorkerApi {
  #engines: LoadedEngine[] = [];
  #asr: AsrEngine | null = null;
  readonly #running = new Set<AbortController>();

  async prepare(): Promise<void> {
    const { webgpu } = await detectCapabilities();
    if (!webgpu.supported) compileAhead(appAddress(CPU_BUILD.wasm));
  }

  async loadAsr(
    modelIds: readonly string[],
    cores: number,
    onProgress: OnProgress,
    withoutGpu?: Message,
  ): Promise<LoadedAsr[]> {
    if (this.#engines.map(({ model }) => model.id).join() !== modelIds.join()) {
      const start = performance.now();
      await this.unload();
      for (const [index, id] of modelIds.entries()) {
        const report = (fraction: number) => onProgress((index + fraction) / modelIds.length);
        const model = await findSpeechModel(id);
        // Where two models vote, the first finds the language.
        const finder =
          modelIds.length === 1 ? new LazyLanguageFinder(() => loadInstalledFinder(model, cores)) : undefined;
        this.#engines.push(await loadEngine(model, { cores, onProgress: report, withoutGpu, finder }));
      }
      this.#asr = together(this.#engines);
      // For those who ask a profiler where the time goes (tests/bench/cold-table.ts).
      performance.measure('earshot:load', { start });
    }
    return this.loaded();
  }

  async loaded(): Promise<LoadedAsr[]> {
    return this.#engines.map(({ model, choice: { device, threads, reason } }) => ({
      modelId: model.id,
      engine: model.engine,
      device,
      threads,
      reason,
      own: model.engine === 'whisper' && model.own === true,
      windows: this.#asr?.windows === undefined ? 1 : this.#asr.windows,
    }));
  }

  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    onText?: OnText & Partial<ProxyMethods>,
  ): Promise<WindowTranscript> {
    if (!this.#asr) throw new AppError('internal', msg`No speech model is loaded.`);
    const running = new AbortController();
    const start = performance.now();
    this.#running.add(running);
    try {
      return await this.#asr.transcribe(window, options, running.signal, onText && nowAndThen(onText));
    } finally {
      // Each window brings a port of its own.
      onText?.[releaseProxy]?.();
      this.#running.delete(running);
      performance.measure('earshot:window', { start });
      performance.clearMeasures('earshot:window');
    }
  }

  async abort(): Promise<void> {
    for (const running of this.#running) running.abort();
  }

  async unload(): Promise<void> {
    const engines = this.#engines;
    this.#engines = [];
    this.#asr = null;
    await Promise.all(engines.map((engine) => engine.dispose()));
  }
}

/** Leaves out texts that follow another at once: each crosses two realms. */
function nowAndThen(onText: OnText): OnText {
  let last = Number.NEGATIVE_INFINITY;
  return (text) => {
    const now = performance.now();
    if (now - last < TEXT_INTERVAL_MS) return;
    last = now;
    onText(text);
  };
}

function together(engines: readonly LoadedEngine[]): AsrEngine | null {
  const [first, second] = engines;
  return first && second ? new FusionEngine(memberOf(first), memberOf(second)) : (first ?? null);
}

function memberOf(engine: LoadedEngine): FusionMember {
  const { languages, calibration = UNCALIBRATED } = engine.model;
  return { engine, languages, calibration };
}
