import { consoleResource, route } from '../route.ts'
import { objectOf } from '../shapes.ts'
import { Type } from '../type.ts'

export const chatTemplates = consoleResource('chatTemplates', {
  sync: route(
    'POST /providers/:provider/templates/sync',
    'operator',
    'Read the message templates of a chat channel now',
    {
      done: 'Templates read from {provider}: {templates}.',
      columns: [],
      does: 'chat.sync_templates',
      answer: objectOf({ templates: Type.Integer() }),
    },
  ),
})
