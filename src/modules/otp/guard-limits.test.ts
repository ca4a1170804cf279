import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { type Client, newClient } from '../../../test/contacts.ts'
import { codeOf, requestPin, verifyPin } from '../../../test/otp.ts'
import { onOneEngine, openWorld, type World } from '../../../test/world.ts'
import { createMetrics } from '../../engine/metrics.ts'
import type { Phone } from '../../values/phone.ts'
import { defaultPinApp } from '../../values/pin-app.ts'
import type { Refusal } from '../../values/refusal.ts'
import { openOtp } from './context.ts'
import { type Range, wideApp } from './guard.ts'
import { requestPin as requestFor } from './request.ts'
import { findRanges } from './store-guard.ts'

interface RangeCase {
  readonly requests?: number
  readonly verified?: number
  readonly country?: boolean
  readonly onTrial?: boolean
  readonly blockedForMs?: number
  readonly guardedInMs?: number
}

onOneEngine('limits of the operator and wide ranges', (engine) => {
  let world: World
  before(async () => {
    // Far from the end of an hour, when limits are reset.
    world = await openWorld(engine, { startAt: new Date('2030-01-31T10:05:00Z') })
  })
  after(() => world.close())

  async function guarded(settings: Record<string, unknown>): Promise<Client> {
    const client = await newClient(world)
    const { status, text } = await command(world, 'PUT', `/accounts/${client.accountId}/otp/apps/1`, settings)
    assert.equal(status, 200, text)
    return client
  }
  const numbers = (prefix: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `${prefix}${String(from + index).padStart(4, '0')}`)

  /** Requests PINs as outside staging, and returns the number of sent ones. */
  async function passOutside({ accountId }: Client, phones: readonly string[]): Promise<number> {
    const otp = openOtp({ ...world.app.sms, metrics: createMetrics() }, world.app.otp.chat)
    const outside = { ...otp, config: { ...otp.config, staging: false } }
    let passed = 0
    for (const phone of phones)
      await requestFor(
        outside,
        { accountId, messagesPerDay: null, key: null },
        { appNumber: 1, phone: phone as Phone, language: null },
      ).then(
        () => (passed += 1),
        ({ status }: Refusal) => assert.ok(status === 400 || status === 429, `status ${status}`),
      )
    return passed
  }
  const adjacentRanges = Array.from({ length: 12 }, (_, range) => numbers(`255717${range + 10}`, 29)).flat()

  for (const [title, settings] of [
    ['by default', { guard: 'block', numberHourMax: 5 }],
    ['with a lifetime of a week', { guard: 'block', lifeSeconds: 604_800 }],
    ['with the guard off and weak thresholds', { guard: 'off', guardSample: 10_000, verifiedPercentMin: 0 }],
  ] as const)
    it(`stops unverified PINs to adjacent ranges before the first PINs expire, ${title}`, async () => {
      const client = await guarded(settings)
      assert.equal(await passOutside(client, adjacentRanges), 120)
      world.clock.moveForward(301_000)
      assert.equal(await passOutside(client, ['255717990001']), 0)
    })

  const minute = 60_000
  for (const [title, { blockedForMs = null, guardedInMs = null, onTrial = false, ...counts }, isBlocked] of [
    ['29 unverified PINs', { requests: 29 }, false],
    ['30 unverified PINs', { requests: 30 }, true],
    ['2 of 30 PINs verified', { requests: 30, verified: 2 }, true],
    ['3 of 30 PINs verified', { requests: 30, verified: 3 }, false],
    ['4 unverified PINs on trial', { requests: 4, onTrial: true }, false],
    ['5 unverified PINs on trial', { requests: 5, onTrial: true }, true],
    ['1 of 5 PINs verified on trial', { requests: 5, verified: 1, onTrial: true }, false],
    ['a block', { blockedForMs: minute }, true],
    ['a block that has ended', { requests: 30, blockedForMs: -1 }, false],
    ['119 unverified PINs to a country', { country: true, requests: 119 }, false],
    ['120 unverified PINs to a country', { country: true, requests: 120 }, true],
    ['11 of 120 PINs to a country verified', { country: true, requests: 120, verified: 11 }, true],
    ['119 PINs to a country that are still being typed', { country: true, requests: 119, guardedInMs: minute }, false],
    ['120 PINs to a country that are still being typed', { country: true, requests: 120, guardedInMs: minute }, true],
    ['a burst with enough verified PINs', { country: true, requests: 200, verified: 20, guardedInMs: minute }, false],
    ['5 PINs to a country on trial', { country: true, requests: 5, onTrial: true, guardedInMs: minute }, true],
  ] as readonly (readonly [string, RangeCase, boolean])[])
    it(`${isBlocked ? 'refuses' : 'allows'} requests after ${title}`, async () => {
      const { accountId } = await newClient(world)
      const { requests = 0, verified = 0, country = false } = counts
      const now = world.clock.now()
      const at = (ms: number | null) => (ms === null ? null : new Date(now.getTime() + ms))
      const range: Range = country
        ? { scope: 'country', app: wideApp, key: 'TZ' }
        : { scope: 'prefix', app: 1, key: '25571234' }
      await sql`
        insert into otp_prefixes (account_id, app_number, prefix, requests, verified, on_trial, blocked_until, judged_from, changed_at)
        values (${accountId}, ${range.app}, ${range.key}, ${requests}, ${verified}, ${onTrial}, ${at(blockedForMs)}, ${at(guardedInMs)}, ${now})
      `.execute(world.db)
      const app = { ...defaultPinApp(false, 'en'), number: 1, createdAt: now, changedAt: now }
      const states = await findRanges(world.db, accountId, app, [range], now)
      assert.equal(states[range.scope]?.isBlocked, isBlocked)
    })

  it('allows only a trial after a user lifted the block of a country', async () => {
    const client = await guarded({ guard: 'block' })
    const path = `/accounts/${client.accountId}/otp/blocks`
    assert.equal(await passOutside(client, adjacentRanges.slice(0, 130)), 120)
    world.clock.moveForward(301_000)
    for (const id of ['0-TZ', '0-*']) {
      assert.equal(await passOutside(client, ['255717990001']), 0)
      assert.equal((await command(world, 'DELETE', `${path}/${id}`)).status, 204, id)
    }
    assert.equal(await passOutside(client, numbers('25571798', 10)), 5)
  })

  it('serves a burst of new users once enough of them typed their PINs', async () => {
    const client = await guarded({ guard: 'block' })
    // Numbers that end in 9999 have a known PIN.
    const phones = Array.from({ length: 12 }, (_, range) => numbers(`255718${range + 10}`, 10, 9_990)).flat()
    const typed: string[] = []
    for (const phone of phones) {
      const { status, body, text } = await requestPin(client, phone)
      assert.equal(status, 200, text)
      if (phone.endsWith('9999')) typed.push(body.data.pinId)
    }
    assert.equal((await requestPin(client, '255718900001')).status, 400)
    for (const pinId of typed) assert.equal(codeOf(await verifyPin(client, pinId, '123456')), 117)
    assert.equal((await requestPin(client, '255718900001')).status, 200)
  })

  it('bounds the PINs to a number by the limit of the operator', async () => {
    const client = await guarded({ guard: 'off', numberHourMax: 2_147_483_647 })
    assert.equal(
      await passOutside(
        client,
        Array.from({ length: 12 }, () => '255712000001'),
      ),
      10,
    )
  })
})
