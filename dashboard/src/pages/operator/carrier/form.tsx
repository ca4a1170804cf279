import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Carrier, CarrierBody, CarrierKind } from '../../../../../src/contract/console/routing.ts'
import { ask, Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { fill, t } from '../../../text.ts'
import { fieldNamedIn, type Problems } from './draft.ts'
import { FailingSection } from './failing-section.tsx'
import { inputOrder } from './fields.tsx'
import { healthDraftOf, readHealthDraft } from './health.ts'
import { type SecretsDraft, SecretsSection } from './secrets-section.tsx'
import { readSettingsDraft, type SettingsDraft, SettingsSection, settingsDraftOf } from './settings-section.tsx'

interface CarrierFormProps {
  readonly kinds: readonly CarrierKind[]
  /** Null for a new carrier. */
  readonly carrier: Carrier | null
  readonly onSaved: (carrier: Carrier) => void
}

/** All settings of a carrier. Refused input stays in the form. */
export function CarrierForm({ kinds, carrier, onSaved }: CarrierFormProps) {
  const [name, setName] = useState(carrier?.name ?? '')
  const [kindName, setKindName] = useState(carrier?.kind ?? kinds[0]?.kind ?? '')
  // By kind, so that a change of kind loses no input.
  const [drafts, setDrafts] = useState<Readonly<Record<string, SettingsDraft>>>({})
  const [secrets, setSecrets] = useState<SecretsDraft>({})
  const [failover, setFailover] = useState(carrier === null ? '' : String(carrier.failoverSeconds))
  const [health, setHealth] = useState(healthDraftOf(carrier?.healthSettings ?? {}))
  const [ownProblems, setOwnProblems] = useState<Problems>({})
  const save = useChange((body: CarrierBody) => saveCarrier(name, body, carrier === null), {
    refreshes: ['/carriers'],
    onDone: (saved) => {
      setSecrets({})
      onSaved(saved)
    },
  })

  const kind = kinds.find((one) => one.kind === kindName)
  if (kind === undefined) return <Problem error={new Error(fill(t.carriers.kindUnknown, { kind: kindName }))} />
  const typed = drafts[kindName] ?? settingsDraftOf(kind, carrier?.settings ?? {})
  const read = readSettingsDraft(kind, typed)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const problems = { ...read.problems, ...(name === '' ? { name: t.carriers.nameMissing } : {}) }
    setOwnProblems(problems)
    if (Object.keys(problems).length > 0) return
    save.mutate({
      kind: kindName,
      settings: read.settings,
      secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')),
      ...(failover === '' ? {} : { failoverSeconds: Number(failover) }),
      health: readHealthDraft(health),
    })
  }

  const named = save.error === null ? null : fieldNamedIn(save.error.message, typed.draft)
  const problems = { ...(named === null || save.error === null ? {} : { [named]: save.error.message }), ...ownProblems }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={920}>
        {carrier === null && (
          <Section title={t.carriers.carrier}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
              <Select
                label={t.carriers.kind}
                inputWrapperOrder={inputOrder}
                description={t.carriers.kindAbout}
                data={kinds.map(({ kind: value, title }) => ({ value, label: title }))}
                value={kindName}
                allowDeselect={false}
                onChange={(chosen) => setKindName(chosen ?? kindName)}
              />
            </SimpleGrid>
          </Section>
        )}
        <SettingsSection
          kind={kind}
          value={typed}
          problems={problems}
          onChange={(value) => setDrafts({ ...drafts, [kindName]: value })}
        />
        <SecretsSection kind={kind} carrier={carrier} settings={read.settings} value={secrets} onChange={setSecrets} />
        <FailingSection failover={failover} onFailover={setFailover} health={health} onHealth={setHealth} />
        <Problem error={save.error ?? (Object.keys(ownProblems).length > 0 ? invalidFields : null)} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {carrier === null ? t.carriers.add : t.carriers.saveChanges}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const invalidFields = new Refused(400, 400, t.carriers.fieldsInvalid, null)

/** The API would change an existing carrier of the same name. */
async function saveCarrier(name: string, body: CarrierBody, isNew: boolean): Promise<Carrier> {
  if (isNew) {
    const { data } = await ask('GET /carriers', {})
    if (data.some((one) => one.name === name)) throw new Refused(409, 409, fill(t.carriers.nameTaken, { name }), null)
  }
  return ask('PUT /carriers/:carrier', { path: { carrier: name }, body })
}
