import type { Template } from '../contract/account/templates.ts'
import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

const idArgument = { name: 'ID', about: 'ID of the template, see "ngoma template list".' }
const textAbout = 'Text, with placeholders such as {first_name}.'

const pathIn = (input: Input) => ({ template: numberIn(input, 'template list'), ...accountIn(input) })

function describeTemplate({ placeholders, segments, encoding }: Template): string {
  const size = `${countOf(segments, 'segment')} (${encoding})`
  return placeholders.length === 0
    ? `${size}.`
    : `${size} before the placeholders are filled in (${placeholders.join(', ')}).`
}

export const templateCommands: readonly Command[] = [
  {
    name: 'template create',
    about: 'Create an SMS template.',
    arguments: [{ name: 'TITLE', about: 'Title of the template.' }],
    options: { ...accountOption, text: { value: 'TEXT', about: `${textAbout} Required.` } },
    examples: ["template create Reminder --text 'Dear {first_name}, see you tomorrow.' --account 2"],
    async run(input) {
      const text = input.text('text')
      if (text === undefined) throw badUsage('--text is required')
      const [title = ''] = input.arguments
      const path = accountIn(input)
      const template = await withConsole((console) =>
        console.call('POST /v2/templates', { path, body: { title, text } }),
      )
      input.print(template, `Template ${template.id} created: ${describeTemplate(template)}`)
      return exitCodes.done
    },
  },
  {
    name: 'template update',
    about: 'Change an SMS template.',
    arguments: [idArgument],
    options: {
      ...accountOption,
      title: { value: 'TITLE', about: 'New title.' },
      text: { value: 'TEXT', about: textAbout },
    },
    notes: 'Omitted options keep their current values.',
    examples: ['template update 3 --title "Reminder (new)" --account 2'],
    async run(input) {
      const path = pathIn(input)
      const [title, text] = [input.text('title'), input.text('text')]
      if (title === undefined && text === undefined) throw badUsage('--title or --text is required')
      const body = { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { text }) }
      const template = await withConsole((console) => console.call('PUT /v2/templates/:template', { path, body }))
      input.print(template, `Template ${template.id} changed: ${describeTemplate(template)}`)
      return exitCodes.done
    },
  },
  {
    name: 'template remove',
    about: 'Remove an SMS template.',
    arguments: [idArgument],
    options: accountOption,
    examples: ['template remove 3 --account 2'],
    async run(input) {
      const [id = ''] = input.arguments
      const path = pathIn(input)
      await withConsole((console) => console.call('DELETE /v2/templates/:template', { path }))
      input.print({ id: Number(id), removed: true }, `Template ${id} removed.`)
      return exitCodes.done
    },
  },
  listCommand({
    name: 'template list',
    about: 'List the SMS templates of an account, newest first.',
    options: accountOption,
    examples: ['template list --account 2'],
    route: 'GET /v2/templates',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'TITLE', 'SEGMENTS', 'CREATED', 'TEXT'],
    row: ({ id, title, segments, createdAt, text }) => [id, title, segments, timeCell(createdAt), text],
    nothing: 'No templates.',
  }),
]
