import { describe, expect, test } from 'vitest';
import { serviceKey } from '../../../src/client/api/service-key.ts';
import { findKey } from '../../../src/storage/settings/key-store.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { renderApp } from './render-app.ts';

async function openKeys() {
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: 'Settings' }).click();
  await screen.getByRole('button', { name: 'Service keys' }).click();
  return screen.getByRole('dialog', { name: 'Service keys' });
}

const secretIn = (locator: { element(): Element }): string => {
  const field = locator.element();
  return field instanceof HTMLInputElement ? field.value : '';
};

describe('§5: the keys', () => {
  test('one is created with a name, shown once, rotated and revoked', async () => {
    const name = `Shop ${crypto.randomUUID()}`;
    const dialog = await openKeys();
    await dialog.getByRole('textbox', { name: 'Name of the new key' }).fill(name);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const issued = dialog.getByRole('textbox', { name: 'New key', exact: true });
    await expect.element(issued).toBeVisible();
    const first = secretIn(issued);
    expect(first).toMatch(/^ek_[0-9a-f]{32}$/);
    expect((await findKey(first))?.name).toBe(name);

    await dialog.getByRole('button', { name: `Rotate key ${name}` }).click();
    await dialog.getByRole('button', { name: 'Rotate key', exact: true }).click();
    await expect.element(issued).not.toHaveValue(first);
    const second = secretIn(issued);
    expect(await findKey(first)).toBeNull();
    expect((await findKey(second))?.name).toBe(name);

    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(issued).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: `Revoke key ${name}` }).click();
    await dialog.getByRole('button', { name: 'Revoke key', exact: true }).click();
    await expect.element(dialog.getByRole('listitem').filter({ hasText: name })).toHaveTextContent('Revoked');
    expect(await findKey(second)).toBeNull();
  });

  test('a name in use is refused with the reason', { tags: THOROUGH_TAG }, async () => {
    const name = `Blog ${crypto.randomUUID()}`;
    const dialog = await openKeys();
    const field = dialog.getByRole('textbox', { name: 'Name of the new key' });
    for (let round = 0; round < 2; round++) {
      await field.fill(name);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await expect.element(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    }
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(`A key named “${name}” already exists.`);
  });

  test('the app’s own is rotated, and the app continues with the new one', async () => {
    const before = await serviceKey();
    const dialog = await openKeys();
    await dialog.getByRole('button', { name: 'Rotate the app’s key' }).click();
    await dialog.getByRole('button', { name: 'Rotate key', exact: true }).click();
    await expect.poll(serviceKey).not.toBe(before);
    await dialog.getByRole('button', { name: 'Show' }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'Service key' }))
      .toHaveValue(await serviceKey());
    expect(await findKey(before)).toBeNull();
  });
});
