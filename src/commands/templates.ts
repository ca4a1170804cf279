import type { Template } from '../contract/console/templates.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

const idArgument = { name: 'ID', about: 'Its number in ngoma template list.' }
const textAbout = 'The text; {first_name} stands for the first name of a contact.'

const pathIn = (input: Input) => ({ template: numberIn(input, 'template list'), ...accountIn(input) })

function describeTemplate({ placeholders, segments, encoding }: Template): string {
  const length = `${segments} ${segments === 1 ? 'segment' : 'segments'} (${encoding}) as it stands`
  return placeholders.length === 0
    ? `${length}, no placeholders.`
    : `${length}, placeholders: ${placeholders.join(', ')}.`
}

export const templateCommands: readonly Command[] = [
  {
    name: 'template create',
    about: 'Create an SMS template.',
    arguments: [{ name: 'TITLE', about: 'What people call it.' }],
    options: { ...accountOption, text: { value: 'TEXT', about: textAbout } },
    async run(input) {
      const text = input.text('text')
      if (text === undefined) throw badUsage('--text is missing')
      const [title = ''] = input.arguments
      const path = accountIn(input)
      const template = await withConsole((console) =>
        console.call('POST /accounts/:account/templates', { path, body: { title, text } }),
      )
      input.print(template, `Template ${template.id} was created: ${describeTemplate(template)}`)
      return exitCodes.done
    },
  },
  {
    name: 'template update',
    about: 'Change an SMS template.',
    arguments: [idArgument],
    options: {
      ...accountOption,
      title: { value: 'TITLE', about: 'What people call it.' },
      text: { value: 'TEXT', about: textAbout },
    },
    notes: 'What is left out stays as it is.',
    async run(input) {
      const path = pathIn(input)
      const [title, text] = [input.text('title'), input.text('text')]
      if (title === undefined && text === undefined) throw badUsage('--title or --text is missing')
      const body = { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { text }) }
      const template = await withConsole((console) =>
        console.call('PUT /accounts/:account/templates/:template', { path, body }),
      )
      input.print(template, `Template ${template.id} was changed: ${describeTemplate(template)}`)
      return exitCodes.done
    },
  },
  {
    name: 'template remove',
    about: 'Remove an SMS template.',
    arguments: [idArgument],
    options: accountOption,
    async run(input) {
      const [id = ''] = input.arguments
      const path = pathIn(input)
      await withConsole((console) => console.call('DELETE /accounts/:account/templates/:template', { path }))
      input.print({ id: Number(id), removed: true }, `Template ${id} was removed.`)
      return exitCodes.done
    },
  },
  listCommand({
    name: 'template list',
    about: 'List the SMS templates of an account, newest first.',
    options: accountOption,
    route: 'GET /accounts/:account/templates',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'TITLE', 'SEGMENTS', 'CREATED', 'TEXT'],
    row: ({ id, title, segments, createdAt, text }) => [id, title, segments, timeCell(createdAt), text],
    nothing: 'The account has no templates.',
  }),
]
