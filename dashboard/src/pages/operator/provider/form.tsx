import { Button, Group, NumberInput, Select, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type {
  Provider,
  ProviderBody,
  ProviderKind,
  ProviderProduct,
} from '../../../../../src/contract/console/providers.ts'
import { ask, hasCode, Refused, reasonOf } from '../../../api.ts'
import { useAsk, useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { fill } from '../../../text.ts'
import { fieldNamedIn, type Problems } from './draft.ts'
import { translateKind } from './field-texts.ts'
import { inputOrder } from './fields.tsx'
import { type SecretsDraft, SecretsSection } from './secrets-section.tsx'
import { readSettingsDraft, type SettingsDraft, SettingsSection, settingsDraftOf } from './settings-section.tsx'

interface ProviderFormProps {
  readonly product: ProviderProduct
  /** Null for a new provider. */
  readonly provider: Provider | null
  readonly onSaved: (provider: Provider) => void
}

/** All settings of a provider. The form keeps its values when somebody else changes the provider. */
export function ProviderForm(props: ProviderFormProps) {
  const { data, error, refetch } = useAsk('GET /provider-kinds', { query: { product: props.product } })
  if (data === undefined)
    return error === null ? <Skeleton height={320} /> : <Problem error={error} onRetry={() => void refetch()} />
  return <KindForm {...props} kinds={data.data.map((kind) => translateKind(kind, textsOf(kind)))} />
}

/** The texts of carriers are listed without their product. */
const textsOf = ({ product, kind }: ProviderKind) => (product === 'sms' ? kind : `${product} ${kind}`)

/** Drawn from the descriptions of the kinds. Refused input stays in the form. */
function KindForm({
  product,
  kinds,
  provider: stored,
  onSaved,
}: ProviderFormProps & { readonly kinds: readonly ProviderKind[] }) {
  const [name, setName] = useState(stored?.name ?? '')
  const [kindName, setKindName] = useState(stored?.kind ?? kinds[0]?.kind ?? '')
  // By kind, so that a change of kind loses no input.
  const [drafts, setDrafts] = useState<Readonly<Record<string, SettingsDraft>>>({})
  const [secrets, setSecrets] = useState<SecretsDraft>({})
  const [account, setAccount] = useState(stored?.accountId == null ? null : String(stored.accountId))
  const [priority, setPriority] = useState(String(stored?.priority ?? 1))
  const [ownProblems, setOwnProblems] = useState<Problems>({})
  const saving = useChange((body: ProviderBody) => saveProvider(name, body, stored === null), {
    refreshes: ['/providers'],
    onDone: (saved) => {
      setSecrets({})
      onSaved(saved)
    },
  })

  const kind = kinds.find((one) => one.kind === kindName)
  if (kind === undefined) return <Problem error={new Error(fill(t.carriers.kindUnknown, { kind: kindName }))} />
  const typed = drafts[kindName] ?? settingsDraftOf(kind, stored?.settings ?? {})
  const read = readSettingsDraft(kind, typed)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const problems = { ...read.problems, ...(name === '' ? { name: t.carriers.nameMissing } : {}) }
    setOwnProblems(problems)
    if (Object.keys(problems).length > 0) return
    const use = {
      accountId: account === null ? null : Number(account),
      priority: priority === '' ? 1 : Number(priority),
    }
    saving.mutate({
      ...(product === 'sms' ? {} : use),
      product,
      kind: kindName,
      settings: read.settings,
      secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')),
    })
  }

  const named = hasCode(saving.error, 'invalid_settings') ? fieldNamedIn(reasonOf(saving.error), typed.draft) : null
  const refused = named === null || saving.error === null ? {} : { [named]: saving.error.message }
  const problems = { ...refused, ...ownProblems }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md" maw={920}>
        {(stored === null || product !== 'sms') && (
          <Section title={t.providers.use}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {stored === null && (
                <TextInput
                  label={t.carriers.name}
                  inputWrapperOrder={inputOrder}
                  description={t.carriers.nameAbout}
                  withAsterisk
                  spellCheck={false}
                  autoComplete="off"
                  value={name}
                  error={problems.name}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
              )}
              {stored === null && (
                <Select
                  label={t.carriers.kind}
                  inputWrapperOrder={inputOrder}
                  description={product === 'sms' ? t.carriers.kindAbout : undefined}
                  data={kinds.map(({ kind: value, title: label }) => ({ value, label }))}
                  value={kindName}
                  allowDeselect={false}
                  onChange={(chosen) => setKindName(chosen ?? kindName)}
                />
              )}
              {product !== 'sms' && (
                <>
                  <AccountSelect
                    label={t.providers.account}
                    description={t.providers.accountAbout}
                    inputWrapperOrder={inputOrder}
                    placeholder={t.providers.allAccounts}
                    value={account}
                    onChange={setAccount}
                  />
                  <NumberInput
                    label={t.providers.priority}
                    description={t.providers.priorityAbout}
                    inputWrapperOrder={inputOrder}
                    hideControls
                    allowDecimal={false}
                    clampBehavior="none"
                    value={priority}
                    onChange={(value) => setPriority(String(value))}
                  />
                </>
              )}
            </SimpleGrid>
          </Section>
        )}
        <SettingsSection
          kind={kind}
          value={typed}
          problems={problems}
          onChange={(value) => setDrafts({ ...drafts, [kindName]: value })}
        />
        <SecretsSection
          kind={kind}
          stored={stored?.secrets ?? []}
          settings={read.settings}
          value={secrets}
          onChange={setSecrets}
        />
        <Problem error={saving.error ?? (Object.keys(ownProblems).length > 0 ? invalidFields : null)} />
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {stored === null ? t.providers.add : t.providers.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const invalidFields = new Refused(400, t.carriers.fieldsInvalid)

/** The API would change an existing provider of the same name. */
async function saveProvider(name: string, body: ProviderBody, isNew: boolean): Promise<Provider> {
  if (isNew) {
    const { data } = await ask('GET /providers', {})
    if (data.some((one) => one.name === name)) throw new Refused(409, fill(t.providers.nameTaken, { name }))
  }
  return ask('PUT /providers/:provider', { path: { provider: name }, body })
}
