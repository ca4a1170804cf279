import type { Catalog } from '../catalog.ts'

export const numberFiles: Catalog['numberFiles'] = {
  import: 'Ingiza CSV',
  export: 'Pakua CSV',
  done: 'Funga',
  example: 'Mfano wa faili',
  file: 'Faili ya CSV',
  fileHelp: 'Kwa UTF-8. Namba zianze na msimbo wa nchi au, kwa akaunti, ziwe kama zinavyopigwa ndani ya nchi yake.',
  chooseFile: 'Chagua faili',
  fileMissing: 'Chagua faili.',
  uploading: 'Inapakia: {share, number, percent}',
  reading: 'Inahifadhi namba za mwisho…',
  progress: 'Maendeleo ya upakiaji',
  stop: 'Simamisha',
  result:
    '{added, plural, one {safu # imeongezwa} other {safu # zimeongezwa}}, {existing, plural, one {# ilikuwepo tayari} other {# zilikuwepo tayari}}.',
  invalid: '{count, plural, one {Safu # batili imerukwa} other {Safu # batili zimerukwa}}',
  invalidFirst: 'Safu {count, number} batili zimerukwa. {shown, number} za kwanza:',
  invalidLabel: 'Safu batili',
  row: 'Safu',
  number: 'Namba',
  problem: 'Tatizo',
  rowsAbout: 'Safu ya 1 ni ya kwanza baada ya majina ya safu wima. Rekebisha safu hizi na uingize faili tena.',
}
