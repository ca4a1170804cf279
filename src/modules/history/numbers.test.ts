import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, ask, command } from '../../../test/console/people.ts'
import { cursorAfter } from '../../../test/cursors.ts'
import { addEverything, person } from '../../../test/person.ts'
import { basic, onOneEngine, openWorld, type World } from '../../../test/world.ts'
import type { TimelineEntry } from '../../contract/account/timeline.ts'
import type { Scope } from '../../values/scopes.ts'
import { createKey, firstAccountId } from '../accounts/index.ts'

onOneEngine('the timeline of a number', (engine) => {
  let world: World
  let stranger: number
  before(async () => {
    world = await openWorld(engine)
    stranger = await addAccount(world)
    await addEverything(world, person)
    for (const [status, at] of [
      ['given', '2026-01-31'],
      ['withdrawn', '2026-02-01'],
    ])
      await command(world, 'POST', '/accounts/1/consents', { phone: person, source: 'web form', status, at })
  })
  after(() => world.close())

  async function get(path: string, account: number = firstAccountId) {
    const { status, body, text } = await command(world, 'GET', `/accounts/${account}/numbers/${path}`)
    assert.equal(status, 200, text)
    return body
  }

  async function readAll(query: string): Promise<TimelineEntry[]> {
    const entries: TimelineEntry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(`${person}/timeline?${query}&cursor=${cursor}`)
      entries.push(...page.data)
      cursor = page.next
    }
    return entries
  }

  const kindsOf = (entries: readonly TimelineEntry[]) => [...new Set(entries.map(({ kind }) => kind))].sort()

  it('has filters by number in the lists of PINs, airtime and checkout sessions', async () => {
    const local = `0${person.slice(3)}`
    for (const list of ['otp/requests', 'airtime', 'checkout']) {
      const find = async (number: string) => {
        const path = `/accounts/${firstAccountId}/${list}?number=${encodeURIComponent(number)}`
        const { status, body, text } = await command(world, 'GET', path)
        assert.equal(status, 200, text)
        return (body.data as { phone: string }[]).map(({ phone }) => phone)
      }
      for (const number of [local, `+${person}`, person])
        assert.ok((await find(number)).includes(person), `${list} ${number}`)
      for (const number of ['0799 999 999', 'asha', '7']) assert.deepEqual(await find(number), [], `${list} ${number}`)
    }
  })

  it('has every kind of events, newest first', async () => {
    const entries = await readAll('limit=100')
    assert.deepEqual(
      kindsOf(entries),
      ['airtime', 'chat', 'consent', 'inbound', 'message', 'note', 'opt_out', 'payment', 'pin'].sort(),
    )
    const times = entries.map(({ at }) => Date.parse(at))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    )
    const shown = (kind: string) => {
      const { id: _, at: __, ...entry } = entries.find((one) => one.kind === kind) ?? ({} as TimelineEntry)
      return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null && value !== false))
    }
    assert.deepEqual(shown('opt_out'), { kind: 'opt_out', reason: 'person' })
    assert.deepEqual(shown('consent'), { kind: 'consent', status: 'withdrawn', reason: 'web form' })
    assert.deepEqual(shown('inbound'), {
      ...{ kind: 'inbound', direction: 'in', channel: 'sms', from: '15001', text: 'STOP', status: 'stop' },
    })
    assert.deepEqual(
      [shown('pin').status, shown('airtime').status, shown('payment').direction],
      ['sent', 'successful', 'in'],
    )
    assert.deepEqual([shown('chat').status, shown('chat').direction], ['received', 'in'])
    const texts = entries.filter(({ kind }) => kind === 'message').map(({ text }) => text)
    assert.ok(texts.includes('Dear Amina'), String(texts))
    assert.ok(
      texts.some((text) => text?.includes('*')),
      'the PIN is masked',
    )
  })

  it('has pages without gaps or repetitions', async () => {
    const all = (await readAll('limit=100')).map(({ id }) => id)
    assert.equal(new Set(all).size, all.length)
    for (const limit of [1, 3])
      assert.deepEqual(
        (await readAll(`limit=${limit}`)).map(({ id }) => id),
        all,
      )
  })

  it('lists only the requested kinds', async () => {
    assert.deepEqual(kindsOf(await readAll('kind=pin,consent')), ['consent', 'pin'])
    assert.deepEqual(kindsOf(await readAll('kind=note')), ['note'])
    const { status, body } = await command(world, 'GET', `/accounts/1/numbers/${person}/timeline?kind=pin,fax`)
    assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
  })

  it('has a cancelled message at the time of cancelling, not at its scheduled time', async () => {
    const phone = '255713000778'
    const dueAt = new Date(world.clock.now().getTime() + 9 * 3_600_000)
    const recipients = [{ recipient_id: 1, dest_addr: phone }]
    const schedule_time = dueAt.toISOString().slice(0, 16).replace('T', ' ')
    const { body } = await world.send({ recipients, schedule_time })
    const find = async () => (await get(`${phone}/timeline`)).data[0] as TimelineEntry
    const scheduled = await find()
    assert.ok(Date.parse(scheduled.at) > world.clock.now().getTime(), scheduled.at)
    assert.equal((await command(world, 'POST', `/accounts/1/requests/${body.request_id}/cancel`, {})).status, 200)
    const cancelled = await find()
    assert.deepEqual([cancelled.id, cancelled.status], [scheduled.id, 'UNDELIVERED'])
    assert.ok(Date.parse(cancelled.at) <= world.clock.now().getTime(), cancelled.at)
  })

  it('has the state of the number', async () => {
    const state = await get('0713 000 777')
    assert.deepEqual(
      [state.phone, state.country, state.doNotDisturb, state.optOut.source],
      [person, 'TZ', false, 'person'],
    )
    assert.deepEqual(
      state.contacts.map(({ firstName }: { firstName: string }) => firstName),
      ['Amina', 'Brother'],
    )
    assert.deepEqual([state.consent.given, state.consent.source], [false, 'web form'])
    assert.deepEqual(state.conversations.map(({ channel }: { channel: string }) => channel).sort(), ['sms', 'whatsapp'])
    await sql`insert into do_not_disturb (phone, source, note, created_at) values (${person}, 'person', '', now())`.execute(
      world.db,
    )
    assert.equal((await get(person)).doNotDisturb, true)
  })

  it('shows another account nothing but the do-not-disturb list', async () => {
    const { contacts, optOut, consent, conversations } = await get(person, stranger)
    assert.deepEqual(
      { contacts, optOut, consent, conversations },
      {
        contacts: [],
        optOut: null,
        consent: null,
        conversations: [],
      },
    )
    assert.deepEqual(await get(`${person}/timeline`, stranger), { data: [], next: null, total: null })
  })

  it('shows a key only the parts that it has a scope for', async () => {
    const withScopes = async (...scopes: Scope[]) => {
      const key = await world.db.transaction((tx) =>
        createKey(tx, firstAccountId, 'a key', world.clock.now(), { scopes }),
      )
      const headers = { authorization: basic(key.apiKey, key.secret) }
      return (path: string) => ask(world, 'GET', `/accounts/1/numbers/${person}${path}`, { headers })
    }
    const few = await withScopes('search:read', 'otp:read')
    assert.deepEqual(kindsOf((await few('/timeline')).body.data), ['pin'])
    const { contacts, optOut, conversations } = (await few('')).body
    assert.deepEqual([contacts, optOut, conversations], [[], null, []])
    const channels = async (...scopes: Scope[]) =>
      (await (await withScopes('search:read', ...scopes))('')).body.conversations.map(
        (one: { channel: string }) => one.channel,
      )
    assert.deepEqual(
      [
        await channels('conversations:read'),
        await channels('conversations:read', 'inbound:read'),
        await channels('conversations:read', 'chat:read'),
        await channels('messages:read', 'chat:read'),
      ],
      [[], ['sms'], ['whatsapp'], []],
    )
    const none = await withScopes('otp:read')
    assert.equal((await none('/timeline')).status, 403)
  })

  it('rejects invalid numbers and cursors, and logs no numbers', async () => {
    for (const path of ['Amina', '12', 'Amina/timeline']) {
      const { status, body } = await command(world, 'GET', `/accounts/1/numbers/${path}`)
      assert.deepEqual([status, body.code], [400, 'invalid_phone'], path)
    }
    for (const name of ['sms', 'inbound', 'chat', 'otp', 'airtime', 'payment', 'consent']) {
      const cursor = cursorAfter({}, name, '1.x')
      const { status, body } = await command(world, 'GET', `/accounts/1/numbers/${person}/timeline?cursor=${cursor}`)
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'], name)
    }
    const logged = world.logs.filter((line) => line.includes('/numbers/'))
    assert.deepEqual(
      logged.filter((line) => line.includes('713000777')),
      [],
    )
  })
})
