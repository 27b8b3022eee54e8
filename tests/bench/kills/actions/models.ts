import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workPath } from '../../bench-setup.ts';
import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import type { KillBench } from '../kill-bench.ts';
import { ModelMirror } from '../model-mirror.ts';
import { SMALL_BYTES, SMALL_FILE, SMALL_HASH, SMALL_MODEL } from '../small-model.ts';

/** A model gets into the browser's storage, by one way or the other. */
abstract class Installing implements Attempt {
  constructor(protected readonly bench: KillBench) {}

  /** Begins or goes on, as a person would, until the model is installed. */
  protected abstract install(): Promise<void>;
  /** What only this way can get wrong. */
  protected further(_stored: number): string[] {
    return [];
  }

  act = () => this.install();

  async judge({ finished }: Ended): Promise<Findings> {
    const found = nothingFound();
    const { received = 0, complete = false } = (await this.#files())[0] ?? {};
    if (finished && !complete) found.lost.push('an installed model');
    if (complete && (await this.#hash()) !== SMALL_HASH) found.half.push('a model that counts as whole');
    if (!complete) {
      await this.bench.showDialog('Models');
      await this.install().catch((error: unknown) => found.lost.push(`a second try: ${error}`));
      found.lost.push(...this.further(received));
      if ((await this.#hash()) !== SMALL_HASH) found.half.push('a model after a second try');
    }
    return found;
  }

  async #files() {
    const page = await this.bench.page();
    return page.evaluate((id) => inPage.modelFiles(id), SMALL_MODEL.id);
  }

  async #hash(): Promise<string | null> {
    const page = await this.bench.page();
    return page.evaluate(([id, path]) => inPage.modelHash(id, path), [SMALL_MODEL.id, SMALL_FILE] as const);
  }

  protected isInstalled = async (): Promise<boolean> =>
    (await this.#files()).some(({ complete }) => complete);

  async clear(): Promise<void> {
    const page = await this.bench.page();
    await page.evaluate(async (id) => {
      for (const store of ['model-files', 'model-pieces']) await inPage.deleteRows(store, [id]);
      await inPage.changeSettings({ model_host: 'hub' });
    }, SMALL_MODEL.id);
  }
}

class Downloading extends Installing {
  constructor(
    bench: KillBench,
    private readonly mirror: ModelMirror,
  ) {
    super(bench);
  }

  protected async install(): Promise<void> {
    const page = await this.bench.page();
    const group = page.locator('details', { hasText: SMALL_MODEL.title });
    await group.first().evaluate((element) => element.setAttribute('open', ''));
    this.mirror.starts.length = 0;
    const name = new RegExp(`^(Download|Resume download of) ${SMALL_MODEL.title}`);
    await page.getByRole('button', { name }).first().click();
    await this.bench.until('a downloaded model', this.isInstalled);
  }

  protected override further(stored: number): string[] {
    return stored > 0 && !this.mirror.starts.includes(stored)
      ? [`${stored} stored bytes were fetched again: from ${this.mirror.starts.join(', ')}`]
      : [];
  }
}

export const downloadingModel: Action = {
  lasts: 2_500,
  async start(bench) {
    const mirror = await bench.once('mirror', ModelMirror.start, (one) => one.close());
    const page = await bench.page();
    await page.evaluate((model_host) => inPage.changeSettings({ model_host }), mirror.address);
    await bench.showDialog('Models');
    return new Downloading(bench, mirror);
  },
};

class ImportingModel extends Installing {
  constructor(
    bench: KillBench,
    private readonly folder: string,
  ) {
    super(bench);
  }

  protected async install(): Promise<void> {
    const page = await this.bench.page();
    await page.getByLabel('Model folder').first().setInputFiles(this.folder);
    await this.bench.until('an imported model', this.isInstalled);
  }
}

export const importingModel: Action = {
  lasts: 700,
  async start(bench) {
    const folder = workPath(`models/${SMALL_MODEL.folder}`);
    mkdirSync(join(folder, SMALL_FILE, '..'), { recursive: true });
    writeFileSync(join(folder, SMALL_FILE), SMALL_BYTES);
    await bench.showDialog('Models');
    return new ImportingModel(bench, folder);
  },
};
