import { Accordion, Button, Group, Stack, Text } from '@mantine/core'
import type { PersonData } from '../../../../src/contract/console/person.ts'
import { useChange } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Rows } from '../../parts/listing.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Note, When } from '../../parts/text.tsx'
import { fill, rich, t, wordFor } from '../../text.ts'
import { erase } from './erase.tsx'
import { contentOf, countText, type Source, type SourceRecord, timeOf } from './record.ts'
import type { Scope } from './scope.ts'

const contentLengthMax = 300

function columnsOf({ columns }: Source, phone: string, scope: Scope): readonly Column<SourceRecord>[] {
  const account: Column<SourceRecord> = {
    label: t.person.account,
    show: ({ accountId = null }) => accountId ?? '–',
    width: 90,
  }
  return [
    { label: t.person.time, show: (record) => <When at={timeOf(record)} />, width: 190 },
    ...(scope.account === null ? [account] : []),
    {
      label: t.person.content,
      prose: true,
      show: (record) => {
        const text = contentOf(record, columns, phone)
        return text.length > contentLengthMax ? `${text.slice(0, contentLengthMax)}…` : text || '–'
      },
    },
  ]
}

function SourceItem({
  source,
  phone,
  scope,
}: {
  readonly source: Source
  readonly phone: string
  readonly scope: Scope
}) {
  const name = wordFor(t.person.sources, source.name)
  const save = useChange(async () =>
    saveFile(await scope.exportCsv(withPlus(phone), source.name), `${source.name}.csv`),
  )
  return (
    <Accordion.Item value={source.name}>
      <Accordion.Control>
        <Group justify="space-between" gap="sm" pe="sm" wrap="nowrap">
          <Text fw={600}>{name}</Text>
          <Note miw="max-content">{countText(source)}</Note>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <Rows
            label={fill(t.person.newest, { name })}
            columns={columnsOf(source, phone, scope)}
            keyOf={({ id }) => String(id)}
            rows={source.records}
            error={save.error}
            retry={() => save.mutate(undefined)}
            empty=""
          />
          <Group justify="flex-end">
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="download" />}
              loading={save.isPending}
              onClick={() => save.mutate(undefined)}
              aria-label={fill(t.person.exportCsvOf, { name })}
            >
              {t.person.exportCsv}
            </Button>
          </Group>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** The data of a number, with the actions on all of it. */
export function Found({
  data,
  scope,
  onErased,
}: {
  readonly data: PersonData
  readonly scope: Scope
  readonly onErased: () => void
}) {
  const { phone, sources } = data
  const shown = usePhoneText()(phone)
  const save = useChange(async () => saveFile(await scope.exportJson(withPlus(phone)), 'person.json'))
  return (
    <Section
      title={rich(t.person.foundTitle, { phone: <Phone of={phone} /> })}
      about={t.person.foundAbout}
      action={
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            loading={save.isPending}
            onClick={() => save.mutate(undefined)}
          >
            {t.person.exportJson}
          </Button>
          <Button color="red.8" onClick={() => erase(data, shown, scope, onErased)}>
            {t.person.erase}
          </Button>
        </Group>
      }
    >
      <Problem error={save.error} />
      {sources.length === 0 ? (
        <Text role="status">{t.person.nothing}</Text>
      ) : (
        <Accordion multiple variant="contained" order={3}>
          {sources.map((source) => (
            <SourceItem key={source.name} source={source} phone={phone} scope={scope} />
          ))}
        </Accordion>
      )}
    </Section>
  )
}

/** Offers a file for download that was requested with a body. */
function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
