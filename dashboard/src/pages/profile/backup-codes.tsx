import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'

const lineOf = (codes: readonly string[]) => codes.join('\n')

/** Shown once, to be kept where the phone is not. */
export function BackupCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const file = `Backup codes for Ngoma at ${location.host}\nEach works once, in place of a code of the app.\n\n${lineOf(codes)}\n`
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
        If you lose your phone, one of these codes lets you in. Each works once. They are shown now and never again:
        keep them somewhere safe.
      </Alert>
      <SimpleGrid
        component="ul"
        aria-label="Backup codes"
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
                {copied ? 'Copied' : 'Copy'}
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
            Download
          </Button>
        </Group>
        <Button onClick={onClose}>I have kept them</Button>
      </Group>
    </Stack>
  )
}
