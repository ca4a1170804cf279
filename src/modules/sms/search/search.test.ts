import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { addAccount, command } from '../../../../test/console/people.ts'
import { cursorAfter } from '../../../../test/cursors.ts'
import { expected, hourMs, type Made, makeMessages, start, timeOf } from '../../../../test/sms-search.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { startOf } from '../../../values/place.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { stages } from '../model.ts'
import { showMessage } from './message-view.ts'
import { searchMessages } from './search.ts'
import { keyOf, type Position, readFilter, readPosition } from './search-rules.ts'
import type { StoredMessage } from './store-messages.ts'

onOneEngine('searching messages', (engine) => {
  let world: World
  let accountId: number
  let made: Made[]
  before(async () => {
    world = await openWorld(engine, { startAt: new Date(start + 30 * hourMs) })
    accountId = await addAccount(world)
    // The first request, of another account, creates the partitions.
    await world.send({})
    made = await makeMessages(world, accountId)
  })
  after(() => world.close())

  const get = async (path: string, id = accountId) => command(world, 'GET', `/accounts/${id}${path}`)
  const bounds = { lookedMax: 9, msMax: Infinity, lookedMin: 9, stepMax: 4, stepMin: 2 }

  /** Reads all pages, with the cursor as text like a client. */
  async function walk(
    query: Record<string, string>,
    limit: number,
    account: number | null = accountId,
  ): Promise<StoredMessage[]> {
    const filter = readFilter(query, 'TZ')
    const found: StoredMessage[] = []
    let place: Position | null = null
    for (let pages = 0; pages < 1_000; pages += 1) {
      const page = { filter, after: place, limit, bounds }
      const { items, next, searchedTo } = await searchMessages(world.app.sms, account, page)
      assert.ok(items.length <= limit)
      assert.ok(items.length === limit || next === null || searchedTo !== null, 'a page that is not full says why')
      found.push(...items)
      if (next === null) return found
      place = readPosition({ ...startOf(limit), after: keyOf(next) }, filter)
    }
    throw new Error('it has no end')
  }

  const allFilters = {
    number: fc.constantFrom('255712000001', '0712 000 002', '255712000009'),
    request: fc.constantFrom('3000001', '3000007', '3000012', '3999999'),
    campaign: fc.constantFrom('summer', 'SUMMER', 'Job 1', 'nothing'),
    status: fc.constantFrom(...stages),
    tag: fc.constantFrom('even', 'third', 'never'),
    reference: fc.constantFrom('order', 'r1', 'never'),
    sender: fc.constantFrom('INFO', 'DUKA', 'NONE'),
    reason: fc.constantFrom('absent_subscriber', 'cancelled', 'never'),
    from: fc.integer({ min: -1, max: 26 }).map(timeOf),
    to: fc.integer({ min: -1, max: 26 }).map(timeOf),
  }
  const query = fc.record(allFilters, { requiredKeys: [] })

  it('finds every message exactly once, page by page and in order, with any filters', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 1, max: 12 }), async (asked, limit) => {
        const found = await walk(asked, limit)
        assert.deepEqual(
          found.map(({ id }) => id),
          expected(made, asked).map(({ id }) => id),
        )
      }),
      {
        numRuns: 100,
        examples: [
          [{}, 3],
          [{}, 1_000],
          [{ number: '255712000001' }, 2],
          [{ tag: 'even' }, 1],
          [{ tag: 'third', reference: 'r1' }, 1],
          [{ reference: 'order' }, 1],
          [{ sender: 'DUKA' }, 2],
          [{ reason: 'cancelled', tag: 'even', campaign: 'summer' }, 1],
          ...stages.map((status): [object, number] => [{ status }, 5]),
        ],
      },
    )
  })

  it('finds the messages of all accounts exactly once, by request or number', async () => {
    const [other] = await walk({}, 10, firstAccountId)
    assert.ok(other)
    const { campaign: _, tag: __, reference: ___, ...rest } = allFilters
    await fc.assert(
      fc.asyncProperty(fc.record(rest, { requiredKeys: [] }), fc.integer({ min: 1, max: 12 }), async (asked, limit) => {
        const found = await walk(asked, limit, null)
        const wanted = expected(made, asked)
        if (!('number' in asked)) wanted.sort((a, b) => b.requestId - a.requestId || b.id - a.id)
        assert.deepEqual(
          found.map(({ id }) => id).filter((id) => id !== other.id),
          wanted.map(({ id }) => id),
        )
      }),
      {
        numRuns: 60,
        examples: [
          [{}, 3],
          [{ to: timeOf(6) }, 2],
          [{ from: timeOf(11), to: timeOf(17) }, 1_000],
        ],
      },
    )
    assert.equal((await walk({}, 12, null)).length, made.length + 1)
  })

  it('is available to operators over all accounts, with the account of each message', async () => {
    const { number, ...page } = { number: '0712345678', limit: '5' }
    const { body } = await command(world, 'GET', `/messages?${new URLSearchParams({ number, ...page })}`)
    assert.deepEqual(
      body.data.map((one: Record<string, unknown>) => [one.accountId, one.accountName, one.phone, one.stage]),
      [[firstAccountId, 'First account', '255712345678', 'delivered']],
    )
    const both = (await command(world, 'GET', '/messages?limit=200')).body
    assert.deepEqual(
      new Set(both.data.map((one: { accountId: number }) => one.accountId)),
      new Set([accountId, firstAccountId]),
    )
    const found = (await command(world, 'GET', '/search?q=0712345678')).body.groups
    const group = found.find(({ kind }: { kind: string }) => kind === 'message')
    assert.deepEqual(
      group.items.map((one: Record<string, unknown>) => [one.title, one.detail, one.accountId, one.id]),
      [['+255 712 345 678', 'First account', firstAccountId, String(body.data[0].id)]],
    )
    assert.equal((await command(world, 'GET', '/messages?tag=even')).status, 400)
  })

  it('finds local numbers of accounts in other countries, or asks operators for the country code', async () => {
    const { status } = await command(world, 'PATCH', `/accounts/${accountId}`, { country: 'KE' })
    assert.equal(status, 200)
    const phone = '254712345678'
    await sql`update sms_messages set phone = ${phone} where id = ${made[0]?.id}`.execute(world.db)
    const found = async (path: string) => (await command(world, 'GET', path)).body
    const { groups } = await found('/search?q=0712345678')
    const titles = groups.flatMap(({ items }: { items: { title: string }[] }) => items.map(({ title }) => title))
    assert.deepEqual(titles.toSorted(), ['+254 712 345678', '+255 712 345 678'])
    assert.deepEqual((await found(`/messages?number=%2B${phone}`)).data.length, 1)
    const refused = await command(world, 'GET', '/messages?number=0712345678')
    assert.equal(refused.status, 400)
    assert.match(String(refused.headers['ngoma-hint']), /^number is a phone number with its country code/)
    await sql`update sms_messages set phone = ${made[0]?.phone} where id = ${made[0]?.id}`.execute(world.db)
    await command(world, 'PATCH', `/accounts/${accountId}`, { country: null })
  })

  it('has the stages of the messages', async () => {
    const now = world.clock.now()
    for (const status of stages) {
      const found = await walk({ status }, 50)
      assert.ok(found.length > 0, status)
      for (const message of found) assert.equal(showMessage(message, now).stage, status)
    }
  })

  it('stops after a limit, returns how far it came, and continues from there', async () => {
    const filter = readFilter({ status: 'cancelled' }, 'TZ')
    const { items, next, searchedTo } = await searchMessages(world.app.sms, accountId, {
      filter,
      after: null,
      limit: 200,
      bounds: { ...bounds, lookedMax: 1, lookedMin: 1 },
    })
    assert.ok(items.length <= 1 && next !== null)
    assert.equal(searchedTo?.getTime(), Math.max(...made.map(({ createdAt }) => createdAt)))
  })

  it('is available in the console with all filters', async () => {
    const [first] = made
    assert.ok(first)
    const all = (await get('/messages?limit=200')).body
    assert.deepEqual([all.data.length, all.searchedTo], [made.length, null])
    const page = (await get('/messages?limit=2')).body
    const rest = (await get(`/messages?limit=200&cursor=${page.next}`)).body
    assert.deepEqual([...page.data, ...rest.data], all.data)
    assert.equal(rest.next, null)
    const toPhone = (
      await get(`/messages?number=${encodeURIComponent(`0${first.phone.slice(3, 6)} ${first.phone.slice(6)}`)}`)
    ).body
    assert.deepEqual(new Set(toPhone.data.map(({ phone }: { phone: string }) => phone)), new Set([first.phone]))
    assert.deepEqual(
      (await get('/messages?limit=200', firstAccountId)).body.data.length,
      1,
      'messages of other accounts are not found',
    )

    for (const bad of [
      'status=lost',
      'from=yesterday',
      'to=x',
      'cursor=x',
      `cursor=${cursorAfter({}, '1')}`,
      `cursor=${cursorAfter({}, '1', '2', '3')}`,
      `number=255712000001&cursor=${cursorAfter({ number: '255712000001' }, '1', '2')}`,
      `number=255712000002&cursor=${cursorAfter({ number: '255712000001' }, '1')}`,
      'limit=1001',
      `tag=${'x'.repeat(51)}`,
      'campaign=%00',
    ]) {
      assert.equal((await get(`/messages?${bad}`)).status, 400, bad)
    }
    for (const none of [
      'request=x',
      'request=1',
      'number=x',
      'number=12',
      'number=255712999999',
      'campaign=no',
      `cursor=${cursorAfter({}, '9', '9')}`,
      'request=x&number=255712000001',
      'tag=no',
      'reference=no',
      'sender=no',
      'reason=no',
    ]) {
      assert.deepEqual(
        (await get(`/messages?${none}`)).body,
        { data: [], next: null, total: null, searchedTo: null },
        none,
      )
    }
  })

  it('exports all matches as CSV without spreadsheet formulas', async () => {
    const { status, text } = await get('/messages.csv?status=undelivered')
    assert.equal(status, 200)
    const lines = text.trimEnd().split('\r\n')
    assert.equal(
      lines[0],
      'id,request,campaign,sender,number,text,parts,price,status,reason,carrier,accepted,due,sent,done,format,recipient,reference,tags',
    )
    const wanted = expected(made, { status: 'undelivered' })
    assert.deepEqual(
      lines.slice(1).map((line) => Number(line.split(',')[0])),
      wanted.map(({ id }) => id),
    )
    for (const line of lines.slice(1))
      assert.match(
        line,
        /,'=1\+1,1,0\.0000,undelivered,The phone is switched off or out of coverage\.,simulator,2030-01-\d\dT/,
      )
    assert.equal((await get('/messages.csv?status=lost')).status, 400)
  })

  it('rejects a third export at the same time', async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await get('/messages.csv')).status))
    assert.deepEqual([...new Set(statuses)].toSorted(), [200, 429], statuses.join(' '))
    assert.ok(statuses.filter((status) => status === 200).length >= 2)
    await until('there is room again', async () => (await get('/messages.csv')).status === 200)
  })

  it('lists requests newest first, page by page', async () => {
    for (const ofMessages of ['number=255712000001', 'status=delivered', 'reason=x', 'sender=INFO'])
      assert.equal((await get(`/requests?${ofMessages}`)).status, 400, ofMessages)
    const all = (await get('/requests?limit=200')).body
    const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)
    assert.equal(all.next, null)
    assert.deepEqual(
      all.data
        .map(({ createdAt, id }: { createdAt: string; id: number }) => `${createdAt} ${id}`)
        .toSorted()
        .toReversed(),
      [...all.data.map(({ createdAt, id }: { createdAt: string; id: number }) => `${createdAt} ${id}`)],
    )
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await get(`/requests?limit=3&cursor=${cursor}`)
      seen.push(...ids(body))
      cursor = body.next
    }
    assert.deepEqual(seen, ids(all))
    const { data } = (await get('/requests?campaign=Summer')).body
    assert.ok(data.length > 0 && data.every(({ campaign }: { campaign: string }) => campaign === 'Summer'))
    const tagged = (await get('/requests?tag=third&limit=2')).body
    const others = (await get(`/requests?tag=third&cursor=${tagged.next}`)).body
    assert.deepEqual([...ids(tagged), ...ids(others)].length, 6)
    assert.ok(tagged.data.every(({ tags }: { tags: string[] }) => tags.includes('third')))
    assert.deepEqual((await get('/requests', await addAccount(world))).body, {
      data: [],
      next: null,
      total: null,
      searchedTo: null,
    })
    assert.equal((await get('/requests?cursor=x')).status, 400)
  })
})
