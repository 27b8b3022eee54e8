import type { Gate } from './gate.ts';
import { snapshot } from './snapshot.ts';

/** Lets `sendBeacon` hold what the gate holds. A refusal is logged: the caller has long been told "queued". */
export function guardBeacon(gate: Gate): void {
  const send = Navigator.prototype.sendBeacon;
  Navigator.prototype.sendBeacon = function sendBeacon(this: Navigator, address, data): boolean {
    const url = gate.holds(address);
    if (!url) return Reflect.apply(send, this, [address, data]);
    const body = snapshot(data);
    gate
      .pass(url)
      .then(() => {
        if (!Reflect.apply(send, this, [url.href, body]))
          throw new Error(`${url.href}: the beacon is too large.`);
      })
      .catch(console.error);
    return true;
  };
}
