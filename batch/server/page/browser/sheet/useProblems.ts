import { useEffect, useState } from 'preact/hooks';
import type { Problem, Problems, Sheet } from '../../../contract/shapes.js';
import { ask } from '../app/api.js';
import { type Query, useQuery } from '../app/query.js';
import { getApiPath } from './sheetPaths.js';

const pageSize = 50;

interface ListedProblems extends Pick<Query<Problems>, 'data' | 'error' | 'isLoading' | 'refetch'> {
  readonly problems: readonly Problem[] | undefined;
  readonly showMore: (() => Promise<void>) | undefined;
}

export function useProblems(
  sheet: Sheet,
  filter: Readonly<Partial<Record<'kind' | 'like', string>>>,
  isReading: boolean,
): ListedProblems {
  const query = new URLSearchParams({ limit: String(pageSize), ...filter });
  const path = `${getApiPath(sheet)}/problems?${query.toString()}`;
  const dependsOn = [sheet.problems, sheet.corrections, sheet.run?.state, isReading];
  const { data, error, isLoading, refetch } = useQuery<Problems>(path, {
    keepsPrevious: true,
    dependsOn,
  });
  const [more, setMore] = useState<Pick<Problems, 'problems' | 'next'>>();
  useEffect(() => {
    setMore(undefined);
  }, [data]);
  const next = (more ?? data)?.next ?? null;
  const showMore = async () => {
    const page = await ask<Problems>('GET', `${path}&after=${encodeURIComponent(next ?? '')}`);
    setMore({ problems: [...(more?.problems ?? []), ...page.problems], next: page.next });
  };
  return {
    data,
    error,
    isLoading,
    refetch,
    problems: data && [...data.problems, ...(more?.problems ?? [])],
    showMore: next === null ? undefined : showMore,
  };
}
