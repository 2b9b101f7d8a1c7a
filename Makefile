.PHONY: test fmt demo ci clean

test: ## every test, on a real PostgreSQL
	mvn -B verify

fmt: ## formats the sources as the build wants them
	mvn -B -q spotless:apply

demo: ## shows the system at work
	./dormouse demo

ci: ## what every change has to pass
	.ci/run

clean:
	mvn -B -q clean
