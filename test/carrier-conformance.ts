import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, Receipt, Submission } from '../src/carriers/carrier.ts'
import { ProviderFailure } from '../src/carriers/provider-kind.ts'
import { slowness } from './pace.ts'

/** A carrier before its start, with a peer that follows the number endings of the simulated network. */
interface Opened {
  readonly carrier: Carrier
  /** Moving the clock only saves time: a peer in real time passes too, half a minute later. */
  readonly clock: { now(): Date; moveForward(milliseconds: number): void }
  /** Called after the carrier has stopped, to stop the peer. */
  close(): Promise<void>
}

interface Offer {
  readonly receipt: Receipt
  /** How many submits had a response when the receipt was offered. */
  readonly answersBefore: number
}

interface Bench extends Opened {
  readonly offers: Offer[]
  /** Whether to reject the offered receipt, as if it could not be committed. */
  refuse: () => boolean
  start(): Promise<void>
  submit(submission: Submission): Promise<readonly string[]>
}

const plainPhone = '255712345678'
const minute = 60_000
const waitMs = 30_000 * slowness
let lastId = 1000

/** The tests that every carrier passes. Each test has its own carrier, which must tolerate being stopped twice. */
export function carrierConformance(name: string, open: () => Promise<Opened>): void {
  function story(title: string, tell: (bench: Bench, context: TestContext) => Promise<void>): void {
    it(title, async (context) => {
      const opened = await open()
      try {
        await tell(createBench(opened), context)
      } finally {
        await opened.carrier.stop()
        await opened.close()
      }
    })
  }

  describe(`${name} as a carrier`, () => {
    story('is away before it starts and after it stops', async (bench) => {
      assertAway(await failureOf(bench.submit(message(plainPhone))))
      assert.equal(bench.carrier.ready(), false)
      await bench.start()
      await bench.submit(message(plainPhone))
      await bench.carrier.stop()
      assert.equal(bench.carrier.ready(), false)
      assertAway(await failureOf(bench.submit(message(plainPhone))))
    })

    story('accepts a message and later delivers one receipt for it', async (bench) => {
      await bench.start()
      const references = await bench.submit(message(plainPhone))
      assert.equal(references.length, 1)
      await allReceipts(bench, references)
      assertReceipts(bench, references, 'DELIVERED')
    })

    story('accepts a message of three parts with a reference for each, or one for all', async (bench) => {
      await bench.start()
      const references = await bench.submit(message(plainPhone, ['one, ', 'two, ', 'three']))
      assert.ok(references.length === 3 || references.length === 1, `it gave ${references.length} references`)
      assert.equal(new Set(references).size, references.length)
      await allReceipts(bench, references)
      assertReceipts(bench, references, 'DELIVERED')
    })

    story('reports a rejection as final, with a reason', async (bench) => {
      await bench.start()
      const { retryable, away, reason } = await failureOf(bench.submit(message('255710000000')))
      assert.deepEqual({ retryable, away }, { retryable: false, away: false })
      assertReason(reason)
    })

    story('reports a busy network as retryable, and delivers on the third attempt', async (bench) => {
      await bench.start()
      const submission = message('255710000001')
      for (const _ of ['first', 'second']) {
        const { retryable, away, reason } = await failureOf(bench.submit(submission))
        assert.deepEqual({ retryable, away }, { retryable: true, away: false })
        assertReason(reason)
      }
      const references = await bench.submit(submission)
      await allReceipts(bench, references)
      assertReceipts(bench, references, 'DELIVERED')
    })

    story('delivers no receipt when the network never sends one', async (bench) => {
      await bench.start()
      const references = await bench.submit(message('255710000002'))
      await witness(bench)
      assert.deepEqual(offersOf(bench, references), [])
    })

    story('reports an undelivered message with a reason', async (bench) => {
      await bench.start()
      const references = await bench.submit(message('255710000003'))
      await allReceipts(bench, references)
      assertReceipts(bench, references, 'UNDELIVERED')
    })

    story('delivers a late receipt when it is due', async (bench) => {
      await bench.start()
      const references = await bench.submit(message('255710000004'))
      bench.clock.moveForward(minute)
      await until('the late receipt', () => offersOf(bench, references).length > 0, 2 * waitMs)
      assertReceipts(bench, references, 'DELIVERED')
    })

    story('passes on a receipt that the network sends twice', async (bench) => {
      await bench.start()
      const references = await bench.submit(message('255710000005'))
      bench.clock.moveForward(minute)
      await until('the second receipt', () => offersOf(bench, references).length >= 2)
      await witness(bench)
      assertReceipts(bench, [...references, ...references], 'DELIVERED')
    })

    story('passes on a receipt that arrives before the submit response', async (bench) => {
      await bench.start()
      const references = await bench.submit(message('255710000006'))
      await until('the receipt', () => offersOf(bench, references).length > 0)
      assertReceipts(bench, references, 'DELIVERED')
      assert.equal(offersOf(bench, references)[0]?.answersBefore, 0)
    })

    story('offers a receipt again until it is committed', async (bench) => {
      await bench.start()
      bench.refuse = () => bench.offers.length <= 2
      const references = await bench.submit(message(plainPhone))
      for (const times of [1, 2, 3]) {
        bench.clock.moveForward(minute)
        await until(`offer ${times}`, () => offersOf(bench, references).length >= times)
      }
      await witness(bench)
      assertReceipts(bench, [...references, ...references, ...references], 'DELIVERED')
    })

    story('handles a thousand concurrent submits, with one receipt each', async (bench) => {
      await bench.start()
      const submissions = Array.from({ length: 1000 }, (_, index) => message(String(255_712_340_100 + index)))
      const references = (await Promise.all(submissions.map(bench.submit))).flat()
      assert.equal(new Set(references).size, 1000)
      await allReceipts(bench, references)
      await witness(bench)
      assertReceipts(bench, references, 'DELIVERED')
    })

    story('returns lost receipts on a status request, if it supports them', async (bench, context) => {
      const ask = bench.carrier.ask?.bind(bench.carrier)
      if (ask === undefined) return context.skip('status requests are not supported')
      await bench.start()

      const answerAbout = async (phone: string) => {
        const references = await bench.submit(message(phone))
        const submittedAt = bench.clock.now()
        await witness(bench)
        const receipts = await ask({ phone, references, submittedAt })
        for (const { reference } of receipts) assert.ok(references.includes(reference))
        return receipts.map(({ status }) => status)
      }
      assert.deepEqual(await answerAbout(plainPhone), ['DELIVERED'])
      assert.deepEqual(await answerAbout('255710000003'), ['UNDELIVERED'])
      assert.deepEqual(await answerAbout('255710000002'), [])
    })
  })
}

function createBench(opened: Opened): Bench {
  const { carrier } = opened
  let answers = 0
  const bench: Bench = {
    ...opened,
    offers: [],
    refuse: () => false,
    async start() {
      await carrier.start({
        async receipt(receipt) {
          bench.offers.push({ receipt, answersBefore: answers })
          if (bench.refuse()) throw new Error('the database is not available')
        },
        async message() {},
        changed() {},
        throttled() {},
        lost() {},
      })
      await until('a ready carrier', () => carrier.ready())
    },
    async submit(submission) {
      const { references, written } = await carrier.submit(submission)
      written?.()
      answers += 1
      return references
    },
  }
  return bench
}

function message(phone: string, parts: readonly string[] = ['Habari']): Submission {
  lastId += 1
  return {
    id: lastId,
    sender: 'INFO',
    phone,
    encoding: 'gsm',
    parts,
    lane: 'single',
    validUntil: new Date(Date.now() + 24 * 60 * minute),
  }
}

function offersOf(bench: Bench, references: readonly string[]): Offer[] {
  const wanted = new Set(references)
  return bench.offers.filter(({ receipt }) => wanted.has(receipt.reference))
}

async function until(what: string, condition: () => boolean, limitMs = waitMs): Promise<void> {
  const end = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > end) assert.fail(`waited ${limitMs} ms in vain for ${what}`)
    await sleep(2)
  }
}

async function allReceipts(bench: Bench, references: readonly string[]): Promise<void> {
  bench.clock.moveForward(minute)
  await until(
    'a receipt for every reference',
    () => new Set(offersOf(bench, references).map(({ receipt }) => receipt.reference)).size === references.length,
  )
}

/**
 * A test cannot wait for something not to happen. When the receipt of a later message has arrived, the other would have
 * arrived too.
 */
async function witness(bench: Bench): Promise<void> {
  await allReceipts(bench, await bench.submit(message(plainPhone)))
}

async function failureOf(submit: Promise<unknown>): Promise<ProviderFailure> {
  const error = await submit.then(
    () => assert.fail('the message was accepted'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderFailure, `it threw ${error}`)
  return error
}

function assertAway({ retryable, away, reason }: ProviderFailure): void {
  assert.deepEqual({ retryable, away }, { retryable: true, away: true })
  assertReason(reason)
}

function assertReason(reason: string | null): void {
  assert.match(reason ?? '', /^[a-z][a-z0-9_]*$/)
}

/** Exactly one receipt per reference, all with this status. */
function assertReceipts(bench: Bench, references: readonly string[], expected: Receipt['status']): void {
  const receipts = offersOf(bench, references).map(({ receipt }) => receipt)
  assert.deepEqual(receipts.map(({ reference }) => reference).sort(), [...references].sort())
  for (const { status, reason, at } of receipts) {
    assert.equal(status, expected)
    assert.ok(at.getTime() > 0)
    if (expected === 'DELIVERED') assert.equal(reason, null)
    else assertReason(reason)
  }
}
