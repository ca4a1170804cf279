import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRepetition, type PartialMessage, placePart } from './place-part.ts'
import type { StoredPart } from './store-parts.ts'

const head = {
  source: { ton: 5, npi: 0, address: 'INFO' },
  serviceType: '',
  reference: null,
  reports: 3,
  scheduledAtMs: null,
  validSeconds: null,
  priority: 0,
}

/** A part such as `1a`: the first part, with the text "a". */
function part(name: string): StoredPart {
  const body = Buffer.from(name.slice(1))
  return { id: 0, number: Number(name[0]), hash: body, body, esmClass: 0, dataCoding: 0, head }
}

const partial = (state: 'open' | 'over', names: string): PartialMessage => ({
  id: 1,
  createdAt: new Date(),
  isOver: state === 'over',
  joinKey: null,
  parts: names.split(' ').map(part),
})

describe('a part', () => {
  for (const [title, latest, before, name, expected] of [
    ['without others begins a message', null, null, '1a', 'new'],
    ['is added to the others', 'open 1a', null, '2b', 'added'],
    ['is added in any order', 'open 2b', null, '1a', 'added'],
    ['repeats the stored one', 'open 1a', null, '1a', 'repeated'],
    ['begins the next message when the stored one differs', 'open 1a', null, '1c', 'new'],
    ['begins the next message after a finished one', 'over 1a 2b', null, '1c', 'new'],
    ['begins the next message when it equals that of a finished one', 'over 1a 2b', null, '1a', 'new, known'],
    ['is added after an equal first part', 'open 1a', 'over 1a 2b', '2c', 'added'],
    ['is added after an equal first part, and is equal', 'open 1a', 'over 1a 2b', '2b', 'added, known'],
    ['begins the next message after a repeated last part', 'open 2b', 'over 1a 2b', '1c', 'new'],
    ['is added to other parts after a finished message', 'open 2c', 'over 1a 2b', '1c', 'added'],
  ] as const) {
    it(title, () => {
      const all = [latest, before].flatMap((one) =>
        one === null ? [] : [partial(one.slice(0, 4) as 'open' | 'over', one.slice(5))],
      )
      const place = placePart(all, part(name))
      const kind = place.partial === null ? 'new' : place.repeats === null ? 'added' : 'repeated'
      assert.equal(`${kind}${place.earlier === null ? '' : ', known'}`, expected)
    })
  }

  it('repeats an earlier message only when all parts do', () => {
    const earlier = partial('over', '1a 2b')
    assert.equal(isRepetition(partial('open', '2b'), earlier), true)
    assert.equal(isRepetition(partial('open', '1a 2c'), earlier), false)
    assert.equal(isRepetition({ parts: [] }, earlier), false)
  })
})
