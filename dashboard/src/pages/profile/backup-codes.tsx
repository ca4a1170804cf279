import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import { fill, t } from '../../text.ts'

const lineOf = (codes: readonly string[]) => codes.join('\n')

export function BackupCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const file = `${fill(t.profile.codesFile, { host: location.host })}\n\n${lineOf(codes)}\n`
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
        {t.profile.codesAbout}
      </Alert>
      <SimpleGrid
        component="ul"
        aria-label={t.profile.codes}
        cols={2}
        spacing="xs"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
      >
        {codes.map((code) => (
          <li key={code}>
            <Code fz="md">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <CopyButton value={lineOf(codes)}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} leftSection={<Icon name={copied ? 'check' : 'copy'} />}>
                {copied ? t.shared.copied : t.shared.copy}
              </Button>
            )}
          </CopyButton>
          <Button
            component="a"
            variant="default"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="ngoma-backup-codes.txt"
            leftSection={<Icon name="download" />}
          >
            {t.profile.download}
          </Button>
        </Group>
        <Button onClick={onClose}>{t.profile.codesKept}</Button>
      </Group>
    </Stack>
  )
}
