import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { someCarrier } from '../../test/carriers.ts'
import { addAccount, command } from '../../test/console/people.ts'
import { onOneEngine, openWorld, type World } from '../../test/world.ts'
import type { SearchGroup, SearchItem } from '../contract/account/search.ts'
import type { OperatorSearchGroup } from '../contract/console/search.ts'
import { firstAccountId } from '../modules/accounts/index.ts'

const [asha, writer] = ['255768941081', '255713941081'] as const

onOneEngine('the search over all kinds of data', (engine) => {
  let world: World
  let other: number
  let request: number
  before(async () => {
    world = await openWorld(engine)
    other = await addAccount(world)
    await post('/contacts', { phone: asha, firstName: 'Asha', lastName: 'Mushi' })
    await post('/contacts', { phone: '255768555555', phone2: '0754 111 222', firstName: 'Ashura', lastName: 'Ali' })
    await post('/optouts', { phone: '0712 941 081' })
    await post('/consents', { phone: '0712 941 081', source: 'web form', at: '2026-01-31', status: 'withdrawn' })
    await command(world, 'PUT', '/inbound/numbers/15001', { accountId: firstAccountId })
    await command(world, 'POST', '/inbound/simulate', { from: writer, to: '15001', text: 'Habari' })
    const sent = await world.send({
      campaign_title: 'Easter sale',
      recipients: [{ recipient_id: 1, dest_addr: asha }],
    })
    request = Number(sent.body.request_id)
    await sql`
      insert into account_events (account_id, kind, subject, reason, count, first_at, last_at)
      values (${firstAccountId}, 'sms.sender_refused', 'SHOP', 'unknown', 1, now(), now())
    `.execute(world.db)
  })
  after(() => world.close())

  async function post(path: string, body: unknown) {
    const { status, text } = await command(world, 'POST', `/accounts/${firstAccountId}${path}`, body)
    assert.equal(status, 201, text)
  }

  async function search(q: string, account: number = firstAccountId): Promise<SearchItem[]> {
    const { status, body, text } = await command(world, 'GET', `/accounts/${account}/search?q=${encodeURIComponent(q)}`)
    assert.equal(status, 200, text)
    return (body.groups as SearchGroup[]).flatMap(({ items }) => items)
  }

  const kindsOf = (items: readonly SearchItem[]) => items.map(({ kind, title, detail }) => [kind, title, detail])

  it('finds a number in any form, with its contact and messages', async () => {
    for (const q of ['0768 941 081', '+255 768 941 081', '00255768941081', asha, '768941081'])
      assert.deepEqual(
        kindsOf(await search(q)),
        [
          ['number', '0768 941 081', ''],
          ['contact', 'Asha Mushi', '0768 941 081'],
          ['message', '0768 941 081', 'INFO'],
        ],
        q,
      )
  })

  it('finds numbers by their last and first digits', async () => {
    assert.deepEqual(kindsOf(await search('941081')), [
      ['number', '0712 941 081', 'opt-out, consent'],
      ['number', '0713 941 081', 'inbound'],
      ['contact', 'Asha Mushi', '0768 941 081'],
      ['conversation', '0713 941 081', 'open'],
    ])
    assert.deepEqual(kindsOf(await search('0713')), [
      ['number', '0713 941 081', 'inbound'],
      ['conversation', '0713 941 081', 'open'],
    ])
    assert.deepEqual(
      (await search('25576855')).map(({ kind, phone }) => [kind, phone]),
      [['contact', '255768555555']],
    )
    for (const q of ['5555555555', '555', '0768 000 150']) assert.deepEqual(await search(q), [], q)
  })

  it('finds a contact by its second number', async () => {
    for (const q of ['0754 111 222', '255754111222', '1222'])
      assert.ok(
        (await search(q)).some(({ kind, title }) => kind === 'contact' && title === 'Ashura Ali'),
        q,
      )
  })

  it('finds contacts by all words of a name', async () => {
    const names = async (q: string) => (await search(q)).map(({ title }) => title)
    assert.deepEqual((await names('ASH')).sort(), ['Asha Mushi', 'Ashura Ali'])
    assert.deepEqual(await names('mushi asha'), ['Asha Mushi'])
    assert.deepEqual(await names('asha%'), [])
  })

  it('finds campaigns, templates, address books and segments by a part of the name or by ID', async () => {
    await post('/templates', { title: 'Ramadan greeting', text: 'Habari {first_name}' })
    await post('/books', { name: 'Ramadan customers', description: 'Shop 2' })
    await post('/segments', {
      name: 'Ramadan 2026',
      filter: { match: 'all', conditions: [{ field: 'city', op: 'set' }] },
    })
    const campaign = { name: 'Ramadan sale', from: 'INFO', text: 'Karibu' }
    const { body } = await command(world, 'POST', `/accounts/${firstAccountId}/campaigns`, campaign)
    assert.deepEqual(kindsOf(await search('RAMADAN')), [
      ['campaign', 'Ramadan sale', 'draft'],
      ['template', 'Ramadan greeting', 'Habari {first_name}'],
      ['book', 'Ramadan customers', 'Shop 2'],
      ['segment', 'Ramadan 2026', ''],
    ])
    assert.ok(
      (await search(String(body.id))).some(({ kind, title }) => kind === 'campaign' && title === 'Ramadan sale'),
    )
  })

  it('finds a conversation by the name of its contact', async () => {
    await post('/contacts', { phone: writer, firstName: 'Baraka' })
    const found = (await search('baraka')).filter(({ kind }) => kind === 'conversation')
    assert.deepEqual(kindsOf(found), [['conversation', 'Baraka', 'open']])
  })

  it('finds accounts, carriers and users for operators', async () => {
    const find = async (q: string) => {
      const { status, body, text } = await command(world, 'GET', `/search?q=${encodeURIComponent(q)}`)
      assert.equal(status, 200, text)
      return (body.groups as OperatorSearchGroup[]).flatMap(({ items }) =>
        items.map(({ kind, title }) => [kind, title]),
      )
    }
    await command(world, 'PATCH', `/accounts/${other}`, { name: 'Kilimo Bora' })
    await command(world, 'PUT', '/providers/kilimanjaro', someCarrier)
    assert.deepEqual(await find('KILIM'), [
      ['account', 'Kilimo Bora'],
      ['carrier', 'kilimanjaro'],
    ])
    assert.deepEqual(await find(String(other)), [['account', 'Kilimo Bora']])
    assert.equal((await command(world, 'GET', '/search?q=')).status, 400)
  })

  it('finds messages, requests and events by id, campaign, reference or text', async () => {
    const { rows } = await sql<{
      id: number
    }>`select first_message_id as id from sms_requests where id = ${request}`.execute(world.db)
    const message = rows[0]?.id ?? 0
    assert.ok((await search(String(message))).some(({ kind, id }) => kind === 'message' && id === String(message)))
    assert.ok((await search(String(request))).some(({ kind, id }) => kind === 'request' && id === String(request)))
    assert.deepEqual(kindsOf(await search('easter SALE')), [['request', 'Easter sale', 'INFO']])
    assert.deepEqual(kindsOf(await search('shop')), [['event', 'SHOP', 'sms.sender_refused: unknown']])

    await sql`
      insert into sms_labels (request_id, place, account_id, kind, value, message_id, created_at)
      values (${request}, 0, ${firstAccountId}, 'reference', 'Order-7', null, now()),
             (${request}, 1, ${firstAccountId}, 'reference', 'Order-7', ${message}, now())
    `.execute(world.db)
    assert.deepEqual(
      (await search('Order-7')).map(({ kind, id }) => [kind, id]),
      [
        ['message', String(message)],
        ['request', String(request)],
      ],
    )
  })

  it('finds nothing of another account, and rejects empty and invalid texts', async () => {
    for (const q of [asha, '941081', 'asha', String(request), 'easter sale', 'shop', 'Order-7', 'ramadan', 'baraka'])
      assert.deepEqual(await search(q, other), [], q)
    for (const q of ['', ' ', 'x'.repeat(201), '\u0000ab'])
      assert.equal(
        (await command(world, 'GET', `/accounts/${other}/search?q=${encodeURIComponent(q)}`)).status,
        400,
        JSON.stringify(q),
      )
  })
})
