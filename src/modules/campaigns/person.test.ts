import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openShop, type Shop } from '../../../test/campaigns.ts'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, until } from '../../../test/world.ts'

const person = '255712340061'

onOneEngine('erasing a person of campaigns', (engine) => {
  let shop: Shop
  before(async () => {
    shop = await openShop(engine)
  })
  after(() => shop.world.close())

  async function erase(): Promise<void> {
    const { status, text, body } = await command(shop.world, 'POST', '/accounts/1/person/erase', { phone: person })
    assert.equal(status, 202, text)
    await until('the person is erased', async () => {
      const { body: listed } = await command(shop.world, 'GET', '/accounts/1/erasures')
      return listed.data.find((one: { id: number }) => one.id === body.id).state === 'done'
    })
  }
  /** All rows of files and pieces. */
  async function listRows(campaignId: number) {
    const { rows } = await sql<{ rows: unknown }>`
      select rows from campaign_files where campaign_id = ${campaignId}
       union all
      select rows from campaign_pieces where campaign_id = ${campaignId}
    `.execute(shop.world.db)
    return rows.map((one) => one.rows)
  }

  it('leaves nothing of the person in uploaded rows, and sends to the others', async () => {
    const { world, call, post, create, upload, find, untilStatus, textsTo } = shop
    const { id } = await create({ text: '{name|Sir}: {code}', audience: {}, pace: 6 })
    const file = [
      'phone,name,code',
      '0712340060,Asha,A1',
      `${person},Amina,A2`,
      `0712340062,Friend,of ${person}`,
      `0712340063,Juma,1${person}`,
    ]
    assert.equal((await upload(id, file)).status, 200)
    await post(`/campaigns/${id}/start`)
    await until('the first recipient was taken', async () => (await find(id)).progress.processed === 1)
    await post(`/campaigns/${id}/pause`)

    const { body: shown } = await command(world, 'POST', '/accounts/1/person', { phone: person })
    assert.deepEqual(
      shown.sources.map(({ name, count }: { name: string; count: number }) => [name, count]),
      [
        ['campaign-files', 1],
        ['campaign-recipients', 1],
      ],
    )
    await erase()
    const left = [
      ['255712340060', 'Asha', 'A1'],
      ['erased'],
      ['255712340062', 'Friend', 'of erased'],
      ['255712340063', 'Juma', `1${person}`],
    ]
    assert.deepEqual(await listRows(id), [left, left])

    assert.equal((await call('PUT', `/campaigns/${id}`, { pace: null })).status, 200)
    await post(`/campaigns/${id}/resume`)
    const { progress } = await untilStatus(id, 'done')
    assert.deepEqual([progress.recipients, progress.invalid], [4, 1])
    assert.deepEqual(textsTo('255712340062'), ['Friend: of erased'])
    assert.deepEqual(textsTo(person), [])
  })

  it('removes the number from the excluded numbers of a campaign, which can still be changed and sent', async () => {
    const { bookId, call, post, create, find, untilStatus } = shop
    const exclude = { numbers: [person, '255712340012'] }
    const { id } = await create({ audience: { bookIds: [bookId], exclude } })
    const other = await create({ audience: { bookIds: [bookId], exclude: { numbers: ['255712340012'] } } })
    const before = await find(other.id)
    await erase()
    const { audience } = await find(id)
    assert.deepEqual(audience.exclude.numbers, ['+255712340012'])
    assert.deepEqual(await find(other.id), before)
    assert.equal((await call('PUT', `/campaigns/${id}`, { audience })).status, 200)
    await post(`/campaigns/${id}/start`)
    const { progress } = await untilStatus(id, 'done')
    assert.equal(progress.recipients, 3)
  })
})
