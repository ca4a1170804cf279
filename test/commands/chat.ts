/** Chat from a shell: a client starts a conversation, and the contact answers. */
import assert from 'node:assert/strict'
import { chatBody } from '../chat.ts'
import { until } from '../world.ts'
import type { Shell, TestServer } from './program.ts'

export async function tryChat(shell: Shell, server: TestServer): Promise<void> {
  assert.equal(await shell.text('chat', 'list'), 'No conversations.\n')
  const { token } = await shell.json('token', 'create', 'chats', '--product', 'chat')
  const headers = { authorization: token, 'content-type': 'application/json' }
  const sent = await fetch(`${server.address}/v1/chatapi`, {
    method: 'POST',
    headers,
    body: JSON.stringify(chatBody({ text: 'Habari' })),
  })
  assert.equal(sent.status, 200)
  const [conversation] = (await shell.json('chat', 'list')).data
  assert.deepEqual([conversation.channel, conversation.from, conversation.to], ['whatsapp', 'SHOP', '255712345678'])
  const id = String(conversation.id)
  await until('the message was sent and answered', async () => {
    const { data } = (await shell.json('chat', 'show', id)).messages
    return data.length === 2 && data.every(({ state }: { state: string }) => state !== 'queued')
  })
  assert.match(
    await shell.text('chat', 'show', id),
    /^SHOP and \+255712345678 on whatsapp, session until .*\n\nTIME +FROM +STATUS +TEXT\n.* you +sent +Habari\n.* contact +received +You said: Habari\n$/,
  )
  assert.match(
    await shell.text('chat', 'list'),
    /^ID +CHANNEL +FROM +TO +LAST MESSAGE +SESSION UNTIL\n\d+ +whatsapp +SHOP +\+255712345678 /,
  )
  const reply = await shell.json('chat', 'reply', id, 'Asante')
  assert.deepEqual([reply.direction, reply.state, reply.content], ['out', 'queued', { type: 'text', text: 'Asante' }])
  assert.match(await shell.text('chat', 'reply', id, 'Bye'), /^Message \d+ is queued\.\n$/)
  assert.match(await shell.text('chat', 'show', id, '--limit', '1'), /\n\nPage 1 of \d+, \d+ in total\.\n$/)
  assert.equal(await shell.text('chat', 'templates', '--sync'), 'No templates.\n')
  assert.deepEqual((await shell.json('chat', 'templates')).data, [])
  assert.match(await shell.refused('chat', 'show', '999999'), /^Conversation Not Found \(/)
  assert.match(await shell.refused('chat', 'reply', '999999', 'Hello'), /^Conversation Not Found \(/)
  for (const words of [
    ['show', 'x'],
    ['reply', id, ' '],
    ['reply', id],
  ])
    assert.equal((await shell.run('chat', ...words)).code, 2, words.join(' '))
}
