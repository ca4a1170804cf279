import assert from 'node:assert/strict'
import { it } from 'node:test'
import { message } from '../../../test/http-carrier.ts'
import { createClock } from '../../engine/clock.ts'
import type { ProviderAnswer } from '../http-template/answer.ts'
import { httpCarriers } from './index.ts'

/** Runs everything that needs no timer. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

it('an HTTP carrier sends messages before most of many status requests', async () => {
  const clock = createClock()
  const answers: ((answer: ProviderAnswer) => void)[] = []
  const send = () => new Promise<ProviderAnswer>((resolve) => void answers.push(resolve))
  const url = 'http://127.0.0.1/'
  const states = { delivered: ['DELIVRD'], undelivered: ['UNDELIV'] }
  const status = { url: `${url}{reference}`, answer: { state: 'status' }, states }
  const kind = httpCarriers({ clock, send, checkUrl: async () => ({ ok: true }), publicUrl: null, maxWaitMs: 60_000 })
  const carrier = kind.open('example', { send: { url }, status, window: 3 }, {})
  await carrier.start({ async receipt() {}, async message() {}, changed() {}, throttled() {}, lost() {} })

  const references = Array.from({ length: 20 }, (_, index) => String(index))
  const asked = carrier.ask?.({ phone: '255712345678', references, submittedAt: clock.now() })
  await settle()
  let isTaken = false
  const submitted = carrier.submit(message({ lane: 'bulk' })).then(({ written }) => {
    isTaken = true
    written?.()
  })
  let answered = 0
  const answerNext = async () => {
    answers.shift()?.({ status: 200, text: '{"status":"DELIVRD"}', headers: {}, isCut: false })
    answered += 1
    await settle()
  }
  while (!isTaken) await answerNext()
  assert.ok(answered <= 6, `${answered} were answered before`)
  while (answers.length > 0) await answerNext()
  assert.equal((await asked)?.length, 20)
  await submitted
  await carrier.stop()
})
