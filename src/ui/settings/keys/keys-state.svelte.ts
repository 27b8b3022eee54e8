import { serviceKey } from '../../../client/api/service-key.ts';
import { keysClient, type ServiceKey } from '../../../client/settings/keys.ts';
import { messageOf } from '../../parts/message-of.ts';
import { runAction } from '../../parts/user-actions.ts';

/** The service's keys and the most recently created secret. */
export class KeysState {
  /** The app's own secret, sent by its pages. */
  own = $state<string | null>(null);
  /** Keys for others: valid ones first, then revoked ones. */
  others = $state.raw<ServiceKey[]>([]);
  /** Shown once, because it cannot be read again. */
  issued = $state.raw<{ name: string; secret: string } | null>(null);
  fault = $state<string | null>(null);

  watch(signal: AbortSignal): void {
    keysClient.watch(() => void this.load(), signal);
    void this.load();
  }

  async load(): Promise<void> {
    await this.#attempt(async () => {
      this.own = await serviceKey();
      const keys = (await keysClient.list()).filter(({ isApp }) => !isApp);
      this.others = keys.toSorted((one, other) => Number(one.revoked) - Number(other.revoked));
    });
  }

  /** True if the key was created. */
  create(name: string): Promise<boolean> {
    return this.#attempt(async () => {
      this.issued = { name: name.trim(), secret: await keysClient.create(name) };
    });
  }

  rotate({ id, name }: ServiceKey): Promise<boolean> {
    return this.#attempt(async () => {
      this.issued = { name, secret: await keysClient.rotate(id) };
    });
  }

  rotateOwn(): Promise<boolean> {
    return this.#attempt(async () => {
      const own = (await keysClient.list()).find(({ isApp }) => isApp);
      if (own) this.own = await keysClient.rotate(own.id);
    });
  }

  revoke({ id, name }: ServiceKey): Promise<boolean> {
    return this.#attempt(async () => {
      await keysClient.revoke(id);
      if (this.issued?.name === name) this.issued = null;
    });
  }

  async #attempt(action: () => Promise<void>): Promise<boolean> {
    try {
      await runAction(action);
      this.fault = null;
      return true;
    } catch (error) {
      this.fault = messageOf(error);
      return false;
    }
  }
}
