/**
 * The sandbox's own option lists, where the contract shows one value of a list that it does not
 * publish (`Other`, `1-3 months`). The real service's lists differ; the core knows none.
 */
export const publishedLists: Readonly<Record<string, readonly string[]>> = {
  roleType: [
    'Engineering',
    'Product',
    'Design',
    'Marketing',
    'Sales',
    'Customer Support',
    'Finance',
    'Legal',
    'Human Resources',
    'Operations',
    'Management',
    'Other',
  ],
  urgency: ['Immediately', 'Less than 1 month', '1-3 months', '3-6 months', 'More than 6 months'],
};
