import { Alert, Paper, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ImportPreview as Preview, UploadQuery } from '../../../../src/contract/account/contacts.ts'
import { ask, type Refused } from '../../api.ts'
import { useFields } from '../../parts/account-settings.ts'
import { countryName } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { Rows } from '../../parts/listing.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { Problem } from '../../parts/problem.tsx'
import { Note } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { FieldValues } from './field-inputs.tsx'

/** A file and how its columns are read. */
export interface UploadJob {
  readonly query: UploadQuery
  readonly content: Blob
}

/** The server checks the first 10,000 rows, which are nearly always in this part of the file. */
const sentBytesMax = 10 * 2 ** 20

/** Checks the rows of a file on the server, again after each change of the mapping. */
export function useImportPreview(
  account: number,
  book: string | null,
  job: UploadJob | null,
): UseQueryResult<Preview, Refused> {
  const [key] = useDebouncedValue(job === null ? null : JSON.stringify([job.query, job.content.size]), 300)
  return useQuery<Preview, Refused>({
    queryKey: ['import preview', account, book, key],
    queryFn: ({ signal }) => {
      if (job === null || book === null) throw new Error('the query is disabled')
      const request = { path: { account, book }, query: job.query }
      const file = job.content.slice(0, sentBytesMax)
      return ask('POST /v2/books/:book/imports/preview', request as never, { file, signal })
    },
    enabled: key !== null && job !== null && book !== null,
    placeholderData: (before) => before,
    gcTime: 0,
  })
}

/** How many rows can be imported, and how the first ones are read. */
export function ImportPreview({
  asked: { data, error, refetch },
}: {
  readonly asked: UseQueryResult<Preview, Refused>
}) {
  return (
    <Stack gap="sm" component="section" aria-labelledby="import-preview">
      <Title order={2} size="h4" id="import-preview">
        {t.contacts.newImport.preview}
      </Title>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Text c="dimmed">{t.contacts.newImport.judging}</Text>}
      {data !== undefined && error === null && <PreviewResult of={data} />}
    </Stack>
  )
}

/** The rows are part of an answer that is already here. */
const complete = { empty: '', keyOf: ({ row }: { readonly row: number }) => row }

function PreviewResult({
  of: { country, columns, rows, readable, isComplete, contacts, problems },
}: {
  readonly of: Preview
}) {
  const fields = useFields()
  const summary = fill(isComplete ? t.contacts.newImport.readable : t.contacts.newImport.readableFirst, {
    readable,
    rows,
  })
  return (
    <>
      <Paper withBorder p="md">
        <Text fw={600} role="status">
          {summary}
        </Text>
        <Note>{fill(t.contacts.newImport.numbersReadFor, { country: countryName(country) })}</Note>
      </Paper>
      {readable === 0 && (
        <Alert color="red" variant="light" icon={<Icon name="warning" />} role="alert">
          {t.contacts.newImport.noneReadable}
        </Alert>
      )}
      {contacts.length > 0 && (
        <Rows<Preview['contacts'][number]>
          label={t.contacts.newImport.examplesLabel}
          rows={contacts}
          {...complete}
          columns={[
            { label: t.contacts.newImport.row, width: 70, show: ({ row }) => row },
            { label: t.contacts.newImport.written, show: ({ written }) => <span className="number">{written}</span> },
            {
              label: t.contacts.newImport.phone,
              show: ({ phone }) => <span className="number">{withPlus(phone)}</span>,
            },
            { label: t.contacts.fields.firstName, show: ({ firstName }) => firstName || '–' },
            { label: t.contacts.fields.lastName, show: ({ lastName }) => lastName || '–' },
            {
              label: t.contacts.newImport.values,
              show: (one) => <FieldValues of={one.fields} fields={[...fields, ...newFields(columns, fields)]} />,
            },
          ]}
        />
      )}
      {problems.length > 0 && (
        <>
          <Text fw={600}>{t.contacts.newImport.problems}</Text>
          <Rows<Preview['problems'][number]>
            label={t.contacts.newImport.problems}
            rows={problems}
            {...complete}
            columns={[
              { label: t.contacts.newImport.row, width: 70, show: ({ row }) => row },
              {
                label: t.contacts.newImport.written,
                width: 200,
                show: ({ written }) => <span className="number">{written || '–'}</span>,
              },
              {
                label: t.contacts.newImport.result,
                width: 130,
                show: ({ isImported }) =>
                  isImported ? t.contacts.newImport.isImported : t.contacts.newImport.isSkipped,
              },
              { label: t.contacts.newImport.why, prose: true, show: ({ why }) => why },
            ]}
          />
        </>
      )}
    </>
  )
}

/** The fields that the import will create are named after their columns. */
const newFields = (columns: Preview['columns'], existing: ReturnType<typeof useFields>) =>
  columns.flatMap(({ column, field }) => {
    const key = field?.match(/^fields\.(.*)$/)?.[1]
    return key === undefined || existing.some((one) => one.key === key) ? [] : [{ key, name: column }]
  })
