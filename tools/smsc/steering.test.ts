import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LinkProblem, status } from '../../src/engine/smpp/pdu.ts'

import { bindEsme, openEsme, openSmsc } from '../../test/smsc.ts'
import { until } from '../../test/world.ts'
import { profiles } from './profile.ts'

const plainPhone = '255712345678'
const minute = 60_000

describe('test controls', () => {
  it('hold back answers, drop and freeze connections', async (test) => {
    const { smsc } = await openSmsc(test)
    const first = await bindEsme(test, smsc)
    smsc.holdAnswers()
    let answered = 0
    const submits = [plainPhone, '255710000000'].map((phone) => first.submit(phone).then(() => (answered += 1)))
    await until('both messages arrived', () => smsc.counts().submitted === 1 && smsc.counts().refused === 1)
    assert.equal((await first.link.request('enquire_link')).status, status.ok)
    assert.equal(answered, 0)
    smsc.releaseAnswers()
    await Promise.all(submits)

    smsc.dropAll()
    await first.link.ended
    const second = await bindEsme(test, smsc)
    smsc.freezeAll()
    const third = await openEsme(test, smsc.port)
    assert.equal(await third.bind('transceiver'), status.ok)
    const frozen = second.link.request('enquire_link')
    assert.equal((await third.submit(plainPhone)).status, status.ok)
    assert.equal(second.link.unanswered, 1)
    smsc.dropAll()
    await assert.rejects(frozen, LinkProblem)
    assert.equal(smsc.counts().connectionsLost, 3)
  })

  it('stop and restart it with its receipts', async (test) => {
    const { smsc, clock } = await openSmsc(test)
    const esme = await bindEsme(test, smsc)
    await esme.submit(plainPhone)
    await smsc.goAway()
    await esme.link.ended
    await assert.rejects(openEsme(test, smsc.port), { code: 'ECONNREFUSED' })
    clock.moveForward(minute)
    await smsc.comeBack()
    const next = await bindEsme(test, smsc)
    await until('the receipt', () => next.delivered.length === 1)
  })

  it('send any deliver_sm', async (test) => {
    const { smsc } = await openSmsc(test)
    await assert.rejects(smsc.deliver('test', {}), LinkProblem)
    const esme = await bindEsme(test, smsc, 'receiver')
    const answer = await smsc.deliver('test', {
      source_addr: plainPhone,
      destination_addr: '15000',
      short_message: Buffer.from('Ndiyo'),
    })
    assert.equal(answer.status, status.ok)
    assert.equal(esme.delivered[0]?.fields.destination_addr, '15000')
  })

  it('make it dead: it accepts connections but does not respond', async (test) => {
    const { smsc } = await openSmsc(test)
    const before = await bindEsme(test, smsc)
    smsc.setProfile('dead')
    const late = await openEsme(test, smsc.port, 100)
    await assert.rejects(
      late.bind('transceiver'),
      (error: unknown) => error instanceof LinkProblem && error.kind === 'no_answer',
    )
    const unheard = before.submit(plainPhone)
    smsc.setProfile('healthy')
    await assert.rejects(unheard, LinkProblem)
    await late.link.ended
    assert.equal((await (await bindEsme(test, smsc)).submit(plainPhone)).status, status.ok)
    assert.equal(smsc.counts().submitted, 1)
  })

  it('drop connections with all requests behind the failing message', async (test) => {
    const { smsc } = await openSmsc(test, { profile: { ...profiles.healthy, disconnectRate: 1 } })
    const { submit } = await bindEsme(test, smsc)
    const submits = Array.from({ length: 20 }, (_, index) => submit(String(255_712_345_100 + index)))
    for (const { status: fate } of await Promise.allSettled(submits)) assert.equal(fate, 'rejected')
    assert.ok(smsc.counts().submitted <= 1)
    assert.equal(smsc.counts().connectionsLost, 1)
  })

  it('make it slow', async (test) => {
    const { smsc, clock } = await openSmsc(test, { profile: { ...profiles.slow, latencyMs: minute } })
    const { submit, link } = await bindEsme(test, smsc)
    const answer = submit(plainPhone)
    await until('the message arrived', () => smsc.counts().submitted === 1)
    assert.equal((await link.request('enquire_link')).status, status.ok)
    assert.equal(link.unanswered, 1)
    clock.moveForward(minute)
    assert.equal((await answer).status, status.ok)
  })

  it('limit its rate with either error', async (test) => {
    const { smsc, clock } = await openSmsc(test, { profile: { ...profiles.capped, ratePerSecond: 5 } })
    const { submit } = await bindEsme(test, smsc)
    const burst = async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => submit(plainPhone)))
      return answers.map((answer) => answer.status)
    }
    const taken = (statuses: readonly number[]) => statuses.filter((one) => one === status.ok).length
    const first = await burst()
    assert.equal(taken(first), 5)
    assert.equal(first.filter((one) => one === status.throttled).length, 45)
    assert.equal(smsc.counts().throttled, 45)
    smsc.setProfile({ ...profiles.capped, ratePerSecond: 5, overRate: 'queue-full' })
    clock.moveForward(1_000)
    const second = await burst()
    assert.equal(taken(second), 5)
    assert.equal(second.filter((one) => one === status.queueFull).length, 45)
    clock.moveForward(200)
    assert.equal(taken(await burst()), 1)
  })
})
