import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterChange, afterReply, bodyOf, type Draft, emptyDraft, isBehind } from './draft.ts'

const draft: Draft = { ...emptyDraft, reply: 'Yes', replies: 2 }
const message = { text: 'Yes' }

describe('a draft of the inbox', () => {
  it('repeats an unanswered reply with its sender, after the conversation has got one', () => {
    const sent = bodyOf(draft, message, 'SHOP', 2)
    assert.deepEqual(sent, { text: 'Yes', replies: 2, from: 'SHOP' })
    assert.deepEqual(bodyOf({ ...draft, unanswered: sent }, message, null, 3), sent)
  })

  it('is not behind its own unanswered reply', () => {
    assert.equal(isBehind(draft, 2), false)
    assert.equal(isBehind(draft, 3), true)
    assert.equal(isBehind({ ...draft, unanswered: { text: 'Yes', replies: 2 } }, 3), false)
  })

  it('keeps text that was typed during the request, and notices later replies', () => {
    const next = afterReply({ ...draft, reply: 'Yes, and' }, message, 3)
    assert.deepEqual(next, { ...draft, reply: 'Yes, and', replies: 3 })
    assert.equal(isBehind(next, 4), true)
    assert.deepEqual(afterReply(draft, message, 3), { ...draft, reply: '', replies: null })
  })

  it('has seen the replies from its first text, template or file until it is empty again', () => {
    const template = { key: 'order_ready en', texts: {} }
    const begun = afterChange(emptyDraft, { template }, 2)
    assert.deepEqual([begun.replies, afterChange(begun, { reply: 'Yes' }, 3).replies], [2, 2])
    assert.equal(afterChange(begun, { template: emptyDraft.template }, 3).replies, null)
    const sent = { template: { name: 'order_ready', language: 'en' } }
    assert.deepEqual(afterReply(begun, sent, 3), emptyDraft)
  })
})
