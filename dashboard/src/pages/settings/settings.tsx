import { PageHead } from '../../parts/page-head.tsx'

export function SettingsPage() {
  return <PageHead title="Settings" />
}
