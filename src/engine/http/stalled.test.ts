import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { endWhenStalled } from './stalled.ts'

describe('a stalled download', () => {
  it('is closed with an error when nobody reads it', { timeout: 10_000 }, async () => {
    const stream = Readable.from(['a', 'b'])
    const failed = once(stream, 'error')
    const closed = new Promise((resolve) => stream.once('close', resolve))
    endWhenStalled(stream, 20)
    // The limit alone does not keep a process alive.
    const alive = setInterval(() => {}, 1_000)
    const [error] = (await failed) as [Error]
    await closed
    clearInterval(alive)
    assert.equal(error.message, 'nobody reads it')
  })

  it('is read to its end while somebody reads it', async () => {
    const pieces = await endWhenStalled(Readable.from(['a', 'b'])).toArray()
    assert.deepEqual(pieces, ['a', 'b'])
  })
})
