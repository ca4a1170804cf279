import { Badge, Button, Group, Tabs, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { send, useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ServerSelect } from '../../parts/server-select.tsx'
import { When } from '../../parts/text.tsx'

interface InboundNumber {
  readonly number: string
  readonly accountId: number | null
  readonly keywords: readonly { readonly keyword: string; readonly accountId: number }[]
}

interface Unowned {
  readonly id: number
  readonly phone: string
  readonly number: string
  readonly carrier: string
  readonly text: string
  readonly receivedAt: string
}

const path = '/inbound/numbers'

/** Numbers and short codes that people write to, and whose messages those are. */
export function NumbersPage() {
  return (
    <>
      <PageHead
        title="Numbers"
        about="Numbers and short codes that people can write to, and which account gets what they write: the whole number, or messages that begin with a keyword."
      />
      <Tabs defaultValue="numbers" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="numbers">Numbers</Tabs.Tab>
          <Tabs.Tab value="unowned">Messages of nobody</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="numbers">
          <Numbers />
        </Tabs.Panel>
        <Tabs.Panel value="unowned">
          <Listing<Unowned>
            label="Messages that belong to no account"
            path="/inbound/unowned"
            keyOf={({ id }) => id}
            empty="Everything that people wrote belongs to an account."
            columns={[
              { label: 'From', show: ({ phone }) => phone, width: 160 },
              { label: 'To', show: ({ number }) => number, width: 140 },
              { label: 'Text', show: ({ text }) => text },
              { label: 'Carrier', show: ({ carrier }) => carrier, width: 140 },
              { label: 'Received', show: ({ receivedAt }) => <When at={receivedAt} />, width: 180 },
            ]}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Numbers() {
  const [isAdding, setAdding] = useState(false)
  const [keywordOf, setKeywordOf] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  return (
    <>
      <Button mb="md" leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
        Add number
      </Button>
      <Listing<InboundNumber>
        label="Numbers"
        path={path}
        keyOf={({ number }) => number}
        empty="No numbers yet. Add those that your carriers bring messages for."
        columns={[
          { label: 'Number', show: ({ number }) => number, width: 160 },
          { label: 'Whose', show: ({ accountId }) => (accountId === null ? 'Shared' : `Account ${accountId}`), width: 140 },
          { label: 'Keywords', show: ({ number, keywords }) => <Keywords number={number} keywords={keywords} /> },
          {
            label: 'Change',
            width: 220,
            show: ({ number }) => (
              <Group gap="xs" wrap="nowrap">
                <Button size="compact-sm" variant="default" onClick={() => setKeywordOf(number)} aria-label={`Add keyword to ${number}`}>
                  Add keyword
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => setRemoving(number)} aria-label={`Remove ${number}`}>
                  Remove
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {isAdding && <NumberDialog onClose={() => setAdding(false)} />}
      {keywordOf !== null && <KeywordDialog number={keywordOf} onClose={() => setKeywordOf(null)} />}
      {removing !== null && <RemoveDialog target={removing} what={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

function Keywords({ number, keywords }: Pick<InboundNumber, 'number' | 'keywords'>) {
  const [removing, setRemoving] = useState<string | null>(null)
  if (keywords.length === 0) return <>–</>
  return (
    <Group gap="xs">
      {keywords.map(({ keyword, accountId }) => (
        <Badge
          key={keyword}
          variant="light"
          color="gray"
          tt="none"
          rightSection={
            <button type="button" className="plain" aria-label={`Remove the keyword ${keyword} of ${number}`} onClick={() => setRemoving(keyword)}>
              ×
            </button>
          }
        >
          {keyword}: account {accountId}
        </Badge>
      ))}
      {removing !== null && (
        <RemoveDialog target={`${number}/keywords/${encodeURIComponent(removing)}`} what={`the keyword ${removing}`} onClose={() => setRemoving(null)} />
      )}
    </Group>
  )
}

function RemoveDialog({ target, what, onClose }: { readonly target: string; readonly what: string; readonly onClose: () => void }) {
  const remove = useChange(() => send('DELETE', `${path}/${target}`), { refreshes: [path], onDone: onClose })
  return (
    <Confirm title={`Remove ${what}?`} isOpen onClose={onClose} change={remove} submit="Remove" onConfirm={() => remove.mutate(undefined)}>
      <Text>What people write there from now on belongs to nobody, or to who wrote to them last.</Text>
    </Confirm>
  )
}

interface AccountRow {
  readonly id: number
  readonly name: string
}

function AccountField({
  label,
  description,
  value,
  onChange,
}: {
  readonly label: string
  readonly description: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}) {
  return (
    <ServerSelect<AccountRow>
      label={label}
      description={description}
      clearable
      path="/accounts"
      labelOf={({ id, name }) => `${name} (${id})`}
      idOf={({ id }) => String(id)}
      value={value}
      onChange={onChange}
    />
  )
}

function NumberDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<{ number: string; account: string | null }>({
    initialValues: { number: '', account: null },
    validate: { number: (text) => (/^\d{3,15}$/.test(text.trim()) ? null : 'Digits alone: 3 to 15 of them') },
  })
  const save = useChange(
    ({ number, account }: typeof form.values) => send('PUT', `${path}/${number.trim()}`, { accountId: account === null ? null : Number(account) }),
    { refreshes: [path], onDone: onClose },
  )
  return (
    <FormDialog title="Add number" isOpen onClose={onClose} change={save} submit="Add number" onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput label="Number or short code" inputMode="numeric" required {...form.getInputProps('number')} />
      <AccountField
        label="Whose"
        description="Empty: it is shared, and keywords say whose a message is."
        value={form.values.account}
        onChange={(account) => form.setFieldValue('account', account)}
      />
    </FormDialog>
  )
}

function KeywordDialog({ number, onClose }: { readonly number: string; readonly onClose: () => void }) {
  const form = useForm<{ keyword: string; account: string | null }>({
    initialValues: { keyword: '', account: null },
    validate: { keyword: (text) => (text.trim() === '' ? 'A word' : null), account: (value) => (value === null ? 'Choose an account' : null) },
  })
  const save = useChange(
    ({ keyword, account }: typeof form.values) =>
      send('PUT', `${path}/${number}/keywords/${encodeURIComponent(keyword.trim())}`, { accountId: Number(account) }),
    { refreshes: [path], onDone: onClose },
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
      <TextInput label="Keyword" description="The first word of a message, in whatever case." required {...form.getInputProps('keyword')} />
      <AccountField
        label="Account"
        description="Gets the messages that begin with it."
        value={form.values.account}
        onChange={(account) => form.setFieldValue('account', account)}
      />
    </FormDialog>
  )
}
