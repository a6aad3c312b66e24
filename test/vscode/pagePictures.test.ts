import assert from 'node:assert/strict';
import { PagePicturePermission } from '../../src/host/shared/page/pagePicturePermission.ts';
import { setSettings } from './support/steps.ts';

const pictureUrl = 'https://pictures.example/a.jpg';
const own = 'http://127.0.0.1:4711/a.jpg';

/** A page whose pictures are the addresses that were asked for. */
function page(): { readonly pictures: PagePicturePermission; readonly asked: readonly string[] } {
  const asked: string[] = [];
  const pictures = new PagePicturePermission({
    get: (address) => {
      asked.push(address);
      return Promise.resolve(`data:${address}`);
    },
    isSandboxPicture: (address) => address === own,
  });
  return { pictures, asked };
}

describe('the pictures of a page', () => {
  it('wait for leave, but for those of the sandbox itself', async () => {
    const { pictures, asked } = page();
    assert.equal(pictures.policy, 'ask');
    assert.equal(await pictures.get(pictureUrl), null);
    assert.equal(await pictures.get(own), `data:${own}`);
    assert.deepEqual(asked, [own]);
    pictures.allow();
    assert.equal(pictures.policy, 'load');
    assert.equal(await pictures.get(pictureUrl), `data:${pictureUrl}`);
  });

  it('are loaded, or never loaded, where the setting says so', async () => {
    const { pictures, asked } = page();
    const restore = await setSettings({ 'media.load': 'never' });
    try {
      pictures.allow();
      assert.equal(pictures.policy, 'never');
      assert.equal(await pictures.get(own), null);
      assert.deepEqual(asked, []);
      await setSettings({ 'media.load': 'always' });
      assert.equal(await page().pictures.get(pictureUrl), `data:${pictureUrl}`);
    } finally {
      await restore();
    }
  });
});
