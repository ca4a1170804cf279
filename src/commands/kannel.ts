import { resolve } from 'node:path'
import { badUsage, type Command, exitCodes, Failure } from './command.ts'
import { convert } from './kannel/convert.ts'
import { listSmscs } from './kannel/list-smscs.ts'
import { readConfig } from './kannel/read-config.ts'
import { readAccess } from './kannel/secrets.ts'
import { userNameOf } from './kannel/users.ts'

const fileArgument = { name: 'FILE', about: 'A kannel.conf. Files that it includes are read too.' }

const groupsOf = (file: string, kind: string) => readConfig(file).filter((group) => group.kind === kind)

export const kannelCommands: readonly Command[] = [
  {
    name: 'kannel convert',
    about: 'Print the commands that replace a kannel.conf.',
    arguments: [fileArgument],
    options: {
      account: {
        value: 'ID',
        about: 'Give the credentials of all sendsms-user groups to this account. Default: create an account for each.',
      },
    },
    notes:
      'It only prints a shell script: carriers and routes for smsc groups of SMPP and HTTP, accounts and SMPP credentials with the same passwords for sendsms-user groups, and a comment for each setting without an equivalent. Passwords are not printed: the script reads them from the file with "ngoma kannel password". See docs/migrating-from-kannel.md.',
    examples: ['kannel convert /etc/kannel/kannel.conf > migrate.sh', 'kannel convert kannel.conf --account 2'],
    async run(input) {
      const [file = ''] = input.arguments
      const accountId = input.text('account') ?? null
      if (accountId !== null && !/^\d+$/.test(accountId))
        throw new Failure('--account must be a number', exitCodes.usage)
      const script = convert(readConfig(file), { file: resolve(file), accountId })
      return input.print({ script }, script)
    },
  },
  {
    name: 'kannel password',
    about: 'Print a password of a kannel.conf, for the standard input of another command.',
    arguments: [
      fileArgument,
      { name: 'CARRIER', about: 'The name that "ngoma kannel convert" gives to the carrier.', optional: true },
    ],
    options: { user: { value: 'NAME', about: 'The username of a sendsms-user group, instead of a carrier.' } },
    examples: [
      'kannel password kannel.conf north | npx ngoma provider set north --product sms --setting host=smpp.example.com --setting systemId=acme --secret password=-',
      'kannel password kannel.conf --user shop | npx ngoma smpp-credential create --account 2 --system-id shop --password-file -',
    ],
    async run(input) {
      const [file = '', name] = input.arguments
      const user = input.text('user')
      if ((name === undefined) === (user === undefined)) throw badUsage('give the name of a carrier, or --user')
      const password = user === undefined ? carrierPassword(file, name ?? '') : userPassword(file, user)
      return input.print({ password }, password)
    },
  },
]

function carrierPassword(file: string, name: string): string {
  const smscs = listSmscs(groupsOf(file, 'smsc'))
  const group = smscs.find((one) => one.name === name)?.group
  if (group === undefined)
    throw new Failure(`${file} has no carrier ${name}. Carriers: ${smscs.map((one) => one.name).join(', ')}.`)
  const password =
    group.settings.get('smsc') === 'http' ? readAccess(group).password : group.settings.get('smsc-password')
  if (!password) throw new Failure(`the carrier ${name} has no password in ${file}`)
  return password
}

function userPassword(file: string, name: string): string {
  const users = groupsOf(file, 'sendsms-user')
  const group = users.find((one) => userNameOf(one) === name)
  if (group === undefined) throw new Failure(`${file} has no user ${name}. Users: ${users.map(userNameOf).join(', ')}.`)
  const password = group.settings.get('password')
  if (!password) throw new Failure(`the user ${name} has no password in ${file}`)
  return password
}
