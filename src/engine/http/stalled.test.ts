import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { endWhenStalled } from './unfinished.ts'

describe('endWhenStalled', () => {
  it('destroys a stream that nobody reads', async () => {
    const stream = Readable.from(['a', 'b'])
    const failed = once(stream, 'error')
    const closed = new Promise((resolve) => stream.once('close', resolve))
    endWhenStalled(stream, 20)
    // The timer is unreferenced, so something else must keep the process alive.
    const alive = setInterval(() => {}, 1_000)
    const [error] = (await failed) as [Error]
    await closed
    clearInterval(alive)
    assert.equal(error.message, 'the client stopped reading')
  })

  it('does not interrupt a stream that is being read', async () => {
    const pieces = await endWhenStalled(Readable.from(['a', 'b'])).toArray()
    assert.deepEqual(pieces, ['a', 'b'])
  })
})
