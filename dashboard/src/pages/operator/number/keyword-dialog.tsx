import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { fold } from '../../../../../src/values/word.ts'
import { ask, Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { FormDialog } from '../../../parts/dialog.tsx'
import { AccountSelect } from '../account-select.tsx'
import { findNumber, numbersPath } from './number.ts'

/** What begins with a word, written to a number, is an account's. */
export function KeywordDialog({ number, onClose }: { readonly number: string; readonly onClose: () => void }) {
  const form = useForm<{ keyword: string; account: string | null }>({
    initialValues: { keyword: '', account: null },
    validate: {
      keyword: (text) => (text.trim() === '' ? 'A word' : null),
      account: (value) => (value === null ? 'Choose an account' : null),
    },
  })
  const save = useChange(
    ({ keyword, account }: typeof form.values) => addKeyword(number, keyword.trim(), Number(account)),
    {
      refreshes: [numbersPath],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={`Add a keyword to ${number}`}
      isOpen
      onClose={onClose}
      change={save}
      submit="Add keyword"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label="Keyword"
        description="The first word of a message, in whatever case."
        required
        {...form.getInputProps('keyword')}
      />
      <AccountSelect
        label="Account"
        description="Gets the messages that begin with it."
        value={form.values.account}
        onChange={(account) => form.setFieldValue('account', account)}
        error={form.errors.account}
      />
    </FormDialog>
  )
}

/** The server would give a keyword that is there to another account. */
async function addKeyword(number: string, keyword: string, accountId: number): Promise<unknown> {
  const word = fold(keyword)
  const taken = (await findNumber(number))?.keywords.find((one) => one.keyword === word)
  if (taken !== undefined)
    throw new Refused(
      409,
      409,
      `${word} is a keyword of account ${taken.accountId} already: remove it first if it shall be somebody else’s.`,
      null,
    )
  return ask('PUT /inbound/numbers/:number/keywords/:keyword', { path: { number, keyword }, body: { accountId } })
}
